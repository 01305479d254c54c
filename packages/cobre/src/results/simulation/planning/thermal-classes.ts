import { integerIdOf } from '../../../case/identity.js';
import { bandsOf, meanOf, named } from './bands.js';
import { placeIn } from './places.js';
import type { PlannerTable } from './planner-table.js';

/** For plants of a case that names no classes. */
const unnamed = 'thermal';

/** Generation of thermals that have the same `class`, such as their fuel: mean power of a stage, its energy and its cost. */
export const thermalClasses: PlannerTable = {
  name: 'thermal_classes',
  open({ system: { thermals }, horizon: { stages } }) {
    const classes = [...new Set(thermals.map((thermal) => thermal.class ?? unnamed))].sort();
    const [stageOf, plantOf] = [placeIn(stages.map(({ id }) => id)), placeIn(thermals.map(integerIdOf))];
    const classOf = thermals.map((thermal) => classes.indexOf(thermal.class ?? unnamed));
    const costs = stages.length * classes.length;
    return {
      /** Energies, then costs. */
      take(scenario) {
        const sums = new Float64Array(2 * costs);
        const [stageIds, ids, energy, cost] = scenario.numbers(
          'thermals',
          'stage_id',
          'thermal_id',
          'generation_mwh',
          'generation_cost',
        );
        ids!.forEach((id, k) => {
          const cell = stageOf(stageIds![k]!) * classes.length + classOf[plantOf(id)]!;
          sums[cell]! += energy![k]!;
          sums[costs + cell]! += cost![k]!;
        });
        return sums;
      },
      rows: (samples, weights) =>
        stages.flatMap(({ id, index, hours }) =>
          classes.map((name, c) => {
            const cell = index * classes.length + c;
            const energies = samples.map((sample) => sample[cell]!);
            const power = bandsOf(
              energies.map((energy) => energy / hours),
              weights,
            );
            return {
              ...{ stage_id: id, class: name, ...named('generation_mw', power) },
              generation_mwh_mean: meanOf(energies, weights),
              cost_mean: meanOf(
                samples.map((sample) => sample[costs + cell]!),
                weights,
              ),
            };
          }),
        ),
    };
  },
};
