/** What machines can take when a reservoir is empty, at its mean level and full: the case knows only the mean. */
import { turbineFlow } from '../deck/machines.js';
import { plantsOf, storageOf } from '../deck/plants.js';
import { levelAt, netHead } from '../energies/productivity.js';
import type { Study } from './study.js';

/** Of the plants whose level moves, in the first month of the study; without operating limits of MODIF. */
export function turbineLimits({ deck, months }: Study) {
  const first = months[0]!;
  return plantsOf(deck).flatMap((plant) => {
    const { min, max } = storageOf(plant);
    if (plant.isFictitious || !(max > min)) return [];
    const at = (level?: number) => turbineFlow(plant, first, netHead(plant, first, level));
    const [empty, mean, full] = [at(levelAt(plant, min)), at(), at(levelAt(plant, max))];
    if (mean === 0) return [];
    return [{ code: plant.code, name: plant.name, empty_m3s: empty, mean_m3s: mean, full_m3s: full }];
  });
}
