/** Thermal plants with their limits and costs month by month; gas that is decided ahead of its delivery. */
import { thermalAt, thermalsOf } from '../deck/thermals.js';
import { firstDay } from '../readers/month.js';
import { busIds, date } from './buses.js';
import { durationOf } from './stages.js';
import type { Study } from './study.js';

export function thermalFiles(study: Study) {
  const { deck, months, usage } = study;
  const ids = busIds(study);
  const all = thermalsOf(deck);
  const found = all.map((thermal, id) => {
    const cells = months.map((month) => thermalAt(deck, thermal, month));
    const twice = all.filter(({ name }) => name === thermal.name).length > 1;
    useRecords(study, thermal);
    return { id, thermal, cells, name: twice ? `${thermal.name} (${thermal.code})` : thermal.name };
  });
  for (const entry of deck.thermals.filter(({ status }) => status === 'NC'))
    usage.ignore(entry, 'the plant is not considered (NC)');
  const ahead = aheadOf(study, found);
  return {
    ids: found.map(({ id, thermal, name }) => ({ id, code: thermal.code, name })),
    thermals: found.map(({ id, thermal, cells, name }) => ({
      id,
      name,
      bus_id: ids.get(thermal.subsystem)!,
      ...date,
      cost_per_mwh: cells[0]!.cost,
      generation: { min_mw: cells[0]!.min, max_mw: cells[0]!.max },
      ...classOf(study, thermal),
      ...(ahead.leads.has(id) ? { anticipated_config: { lead_stages: ahead.leads.get(id)! } } : {}),
    })),
    bounds: found.flatMap(({ id, cells }) =>
      cells.map(({ min, max, cost }, stage_id) => ({
        ...{ thermal_id: id, stage_id, block_id: null },
        ...{ min_generation_mw: min, max_generation_mw: max, cost_per_mwh: cost },
      })),
    ),
    commitments: ahead.commitments,
  };
}

/** The fuel of its class, by which planners add thermals up. */
function classOf({ deck }: Study, { costClass }: Found['thermal']): { readonly class?: string } {
  const fuel = deck.costs.classes.find(({ code }) => code === costClass)?.fuel;
  return fuel ? { class: fuel } : {};
}

type Found = {
  id: number;
  thermal: ReturnType<typeof thermalsOf>[number];
  cells: readonly { min: number; max: number }[];
};

/** Records whose months the study has; those beyond it stay unused and are told. */
function useRecords({ deck, usage, months, horizon }: Study, thermal: Found['thermal']): void {
  const [first, last] = [months[0]!, months.at(-1)!];
  const touches = ({ from, to }: { from: number; to: number | null }) => from <= last && (to === null || to >= first);
  usage.use(thermal, thermal.data, ...deck.costs.classes.filter(({ code }) => code === thermal.costClass));
  usage.use(...thermal.changes.filter(touches));
  usage.use(...deck.costs.temporary.filter((cost) => cost.code === thermal.costClass && touches(cost)));
  for (const outage of thermal.maintenance) {
    const year = new Date(outage.start * 86_400_000).getUTCFullYear();
    const counts = year < horizon.firstYear + (deck.general.maintenanceYears ?? 0);
    if (counts) usage.use(outage);
    else usage.ignore(outage, 'planned outages replace it after the years of maintenance (DGER, line 33)');
  }
}

/** What was decided before the study is delivered in its first months, by the hours of the blocks. */
function aheadOf(study: Study, found: readonly Found[]) {
  const leads = new Map<number, number>();
  const { deck, months, usage } = study;
  const commitments = deck.anticipated.flatMap((entry) => {
    const own = found.find(({ thermal }) => thermal.code === entry.plant);
    if (!deck.general.anticipatedGas || own === undefined || entry.lag >= months.length) return [];
    usage.use(entry, ...entry.origins.map((origin) => ({ origin })));
    leads.set(own.id, entry.lag);
    return entry.decided.map((powers, k) => {
      const { min, max } = own.cells[k]!;
      const mean = powers.reduce((sum, power, block) => sum + power * durationOf(study, months[k]!, block), 0);
      const window = { start_date: firstDay(months[k]!), end_date: firstDay(months[k]! + 1) };
      return { thermal_id: own.id, ...window, value_mw: Math.min(max, Math.max(min, mean)) };
    });
  });
  return { leads, commitments };
}
