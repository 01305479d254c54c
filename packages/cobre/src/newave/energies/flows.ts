/** Natural flows of the history. Only the years that CONFHD names count: what follows them is provisional or empty. */
import type { Deck } from '../deck/deck.js';
import type { PlantEntry } from '../readers/hydro-configuration.js';

export interface HistoryRange {
  readonly firstYear: number;
  readonly lastYear: number;
  /** Position of the first month in the file of flows. */
  readonly offset: number;
  readonly months: number;
}

export function historyOf(deck: Deck, plant: Pick<PlantEntry, 'firstYear' | 'lastYear'>): HistoryRange {
  const start = deck.general.firstYearOfHistory ?? 1931;
  const lastInFile = start + Math.floor(deck.flows.months / 12) - 1;
  const firstYear = Math.max(start, plant.firstYear ?? start);
  const lastYear = Math.min(lastInFile, plant.lastYear ?? lastInFile);
  const months = Math.max(0, (lastYear - firstYear + 1) * 12);
  return { firstYear, lastYear, offset: (firstYear - start) * 12, months };
}

/** The years that every plant has. */
export function commonHistory(deck: Deck, plants: readonly PlantEntry[]): HistoryRange {
  const firstYear = Math.max(...plants.map((plant) => historyOf(deck, plant).firstYear));
  const lastYear = Math.min(...plants.map((plant) => historyOf(deck, plant).lastYear));
  return historyOf(deck, { firstYear, lastYear });
}

/** Mean natural flow at a plant in m³/s, of all months or of one of the year (0 is January). */
export function meanFlow(deck: Deck, plant: PlantEntry, monthInYear: number | null): number {
  const { offset, months } = historyOf(deck, plant);
  let [sum, count] = [0, 0];
  for (let k = 0; k < months; k++) {
    if (monthInYear !== null && k % 12 !== monthInYear) continue;
    sum += deck.flows.at(offset + k, plant.gauge);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}
