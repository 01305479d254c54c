/** Incremental inflows: natural flows less those of the plants directly above. History, and the months before the study. */
import { commonHistory } from '../energies/flows.js';
import { firstDay, monthInYear, monthOf } from '../readers/month.js';
import type { River, StudyPlant } from './cascade.js';
import type { Study } from './study.js';

const day = (month: number): number => Date.parse(firstDay(month)) / 86_400_000;

/** Statistics are left to the engine, which estimates them from this. */
export function historyRows({ deck, usage }: Study, river: River) {
  const { firstYear, offset, months } = commonHistory(
    deck,
    river.plants.map(({ plant }) => plant),
  );
  const start = monthOf(firstYear, 1);
  usage.use(...deck.flows.records.slice(offset, offset + months));
  return river.plants.flatMap(({ id, plant, upstream }) =>
    Array.from({ length: months }, (_, k) => ({
      hydro_id: id,
      date: day(start + k),
      end_date: day(start + k + 1),
      value_m3s: upstream.reduce(
        (rest, { gauge }) => rest - deck.flows.at(offset + k, gauge),
        deck.flows.at(offset + k, plant.gauge),
      ),
    })),
  );
}

export function recentRows(study: Study, river: River) {
  const natural = pastFlows(study);
  return river.plants.flatMap(({ id, plant, upstream }: StudyPlant) =>
    Array.from({ length: 12 }, (_, k) => {
      const month = study.months[0]! - 12 + k;
      const value = upstream.reduce((rest, { gauge }) => rest - natural(gauge, month), natural(plant.gauge, month));
      return { hydro_id: id, start_date: firstDay(month), end_date: firstDay(month + 1), value_m3s: value };
    }),
  );
}

/** VAZPAST by gauge and calendar month; where it has nothing, the flows of the file of history. */
function pastFlows({ deck, usage }: Study): (gauge: number, month: number) => number {
  const given = new Map(deck.pastFlows.map((entry) => [entry.gauge, entry]));
  const first = monthOf(deck.general.firstYearOfHistory ?? 1931, 1);
  const told = new Set<number>();
  if (deck.pastFlows.length === 0)
    usage.warn('no-past-flows', 'The deck has no flows before the study (VAZPAST); those of VAZOES are taken');
  return (gauge, month) => {
    const own = given.get(gauge);
    const value = own?.flows[monthInYear(month) - 1] ?? null;
    usage.use(own);
    if (value !== null) return value;
    if (!told.has(gauge) && deck.pastFlows.length > 0)
      usage.warn('no-past-flows', `VAZPAST has no flows of gauge ${gauge}; those of VAZOES are taken`);
    told.add(gauge);
    // A file that ends long before the study still has the same month of its last year.
    const late = Math.max(0, Math.ceil((month - first - deck.flows.months + 1) / 12));
    const k = month - first - 12 * late;
    usage.use(deck.flows.records[k]);
    return k >= 0 ? deck.flows.at(k, gauge) : 0;
  };
}
