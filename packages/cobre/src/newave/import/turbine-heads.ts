/**
 * What machines take by the head of every state (`--turbines head`): below the head they are made for it grows with storage,
 * ever more slowly, so that a line in the mean storage of a month bounds it from above in a linear program. Above that head
 * generators are the limit, which a case has in MW already.
 */
import { availablePower, turbineFlow } from '../deck/machines.js';
import { type Plant, storageOf } from '../deck/plants.js';
import { levelAt, netHead, productivity } from '../energies/productivity.js';
import type { Month } from '../readers/month.js';
import type { River, StudyPlant } from './cascade.js';
import type { Constraint } from './constraint.js';
import type { Study } from './study.js';

interface Limit {
  /** m³/s for each hm³ above the least storage. */
  readonly slope: number;
  /** m³/s at the least storage. */
  readonly empty: number;
}

export function turbineHeads(study: Study, { plants }: River): Constraint[] {
  if (study.options.turbines !== 'head') return [];
  return plants.flatMap((entry) => {
    const limits = study.months.map((month) => limitOf(study, entry, month));
    // Machines and tailraces change with the months, and with them the slope, which a constraint has once.
    const slopes = [...new Set(limits.flatMap((limit) => (limit === null ? [] : [limit.slope])))];
    return slopes.map((slope, k) => constraintOf(entry, { slope, label: k === 0 ? '' : ` (${k + 1})` }, limits));
  });
}

function constraintOf(
  { id, name, plant }: StudyPlant,
  { slope, label }: { readonly slope: number; readonly label: string },
  limits: readonly (Limit | null)[],
): Constraint {
  const half = slope / 2;
  const { min } = storageOf(plant);
  return {
    name: `turbines of ${name} by head${label}`,
    expression: `hydro_turbined(${id}) - ${half} * hydro_storage_initial(${id}) - ${half} * hydro_storage_final(${id})`,
    slack: { enabled: false },
    bounds: limits.flatMap((limit, stage_id) =>
      limit?.slope === slope
        ? [{ stage_id, block_id: null, bound_lower: null, bound_upper: limit.empty - slope * min }]
        : [],
    ),
  };
}

/** Null where today's limits hold at any storage: no reservoir, no machines yet, or generators that are smaller. */
function limitOf(study: Study, { plant, entry }: StudyPlant, month: Month): Limit | null {
  const { min, max } = storageOf(plant);
  if (!(max > min) || (entry !== null && month < entry)) return null;
  const flowAt = (volume: number) => turbineFlow(plant, month, netHead(plant, month, levelAt(plant, volume)));
  const most = largest(study, plant, month);
  const steps = 64;
  const points = Array.from({ length: steps + 1 }, (_, k) => ({ above: (k / steps) * (max - min) })).map(
    ({ above }) => ({ above, flow: flowAt(min + above) }),
  );
  const first = points.findIndex(({ flow }) => flow >= most);
  const rising = points.slice(0, first < 0 ? points.length : first + 1);
  return rising.length < 2 ? null : nearestLine(rising);
}

/** Flow that the case allows without the head. */
function largest({ options }: Study, plant: Plant, month: Month): number {
  const machines = turbineFlow(plant, month, netHead(plant, month));
  const own = productivity(plant, month);
  return options.production === 'constant' && own > 0
    ? Math.min(machines, availablePower(plant, month) / own)
    : machines;
}

/** The chord of a concave curve, raised by half of what it misses: nowhere further away than that. */
function nearestLine(points: readonly { readonly above: number; readonly flow: number }[]): Limit | null {
  const [from, to] = [points[0]!, points.at(-1)!];
  const slope = (to.flow - from.flow) / (to.above - from.above);
  if (!(slope > 0)) return null;
  const missed = Math.max(0, ...points.map(({ above, flow }) => flow - (from.flow + slope * above)));
  return { slope, empty: from.flow + missed / 2 };
}
