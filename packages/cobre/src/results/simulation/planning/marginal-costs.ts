import { integerIdOf } from '../../../case/identity.js';
import { bandsOf, named } from './bands.js';
import { placeIn } from './places.js';
import type { PlannerTable } from './planner-table.js';

/** What one more MWh would cost at a bus, blocks weighted by their hours. */
export const marginalCosts: PlannerTable = {
  name: 'marginal_costs',
  open({ system: { buses }, horizon: { stages } }) {
    const [stageOf, busOf] = [placeIn(stages.map(({ id }) => id)), placeIn(buses.map(integerIdOf))];
    return {
      take(scenario) {
        const mean = new Float64Array(stages.length * buses.length);
        const [stageIds, blocks, ids, prices] = scenario.numbers(
          'buses',
          'stage_id',
          'block_id',
          'bus_id',
          'spot_price',
        );
        ids!.forEach((id, k) => {
          const stage = stages[stageOf(stageIds![k]!)]!;
          const share = stage.blocks[blocks![k]!]!.hours / stage.hours;
          mean[stage.index * buses.length + busOf(id)]! += share * prices![k]!;
        });
        return mean;
      },
      rows: (samples, weights) =>
        stages.flatMap((stage) =>
          buses.map((bus) => {
            const values = samples.map((sample) => sample[stage.index * buses.length + bus.index]!);
            return { stage_id: stage.id, bus_id: integerIdOf(bus), ...named('price', bandsOf(values, weights)) };
          }),
        ),
    };
  },
};
