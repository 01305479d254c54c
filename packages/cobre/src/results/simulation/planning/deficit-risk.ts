import { integerIdOf } from '../../../case/identity.js';
import { meanOf } from './bands.js';
import { placeIn } from './places.js';
import type { PlannerTable } from './planner-table.js';

/** Less than this share of a year's load (and of 1 MWh) is the tolerance of a solver, not load that was cut. */
const noticed = 1e-6;

/** A bus without load, or whose generation outside the model is more than its load, is measured by that of the system. */
const toleranceOf = (asked: number, ofSystem: number) => noticed * Math.max(1, asked > 0 ? asked : ofSystem);

/** How many scenarios cut load in a year, and how much; by bus and of the system (no bus). Years are those stages begin in. */
export const deficitRisk: PlannerTable = {
  name: 'deficit_risk',
  open({ system: { buses }, horizon: { stages } }) {
    const years = [...new Set(stages.map(({ startYear }) => startYear))].sort((a, b) => a - b);
    const width = buses.length + 1;
    const busIds = [...buses.map(integerIdOf), null];
    const [yearOf, stageOf] = [placeIn(years), placeIn(stages.map(({ id }) => id))];
    const busOf = placeIn(buses.map(integerIdOf));
    const loads = years.length * width;
    return {
      /** Deficits, then loads. */
      take(scenario) {
        const sums = new Float64Array(2 * loads);
        const [stageIds, ids, missing, load] = scenario.numbers(
          'buses',
          'stage_id',
          'bus_id',
          'deficit_mwh',
          'load_mwh',
        );
        ids!.forEach((id, k) => {
          const first = yearOf(stages[stageOf(stageIds![k]!)]!.startYear) * width;
          for (const cell of [first + busOf(id), first + width - 1]) {
            sums[cell]! += missing![k]!;
            sums[loads + cell]! += load![k]!;
          }
        });
        return sums;
      },
      rows: (samples, weights) =>
        years.flatMap((year, y) =>
          busIds.map((bus_id, b) => {
            const cell = y * width + b;
            const deficits = samples.map((sample) => sample[cell]!);
            const asked = samples.map((sample) => sample[loads + cell]!);
            const ofSystem = samples.map((sample) => sample[loads + y * width + width - 1]!);
            const cut = deficits.map((deficit, k) => (deficit > toleranceOf(asked[k]!, ofSystem[k]!) ? 100 : 0));
            const [deficit, load] = [meanOf(deficits, weights), meanOf(asked, weights)];
            return {
              ...{ year, bus_id, risk_percent: meanOf(cut, weights), deficit_mwh_mean: deficit },
              deficit_percent_of_load: load > 0 ? (100 * deficit) / load : 0,
            };
          }),
        ),
    };
  },
};
