import { integerIdOf } from '../../case/identity.js';
import {
  blockColumn,
  doubles,
  operativeState,
  type ResultTable,
  stageColumn,
  stateColumn,
  whole,
} from '../../simulation/result-table.js';
import { moneyScale } from '../../stage/units.js';

export const thermals: ResultTable = {
  folder: 'thermals',
  columns: [
    stageColumn,
    blockColumn,
    whole('thermal_id', 'Thermal plant'),
    ...doubles({
      generation_mw: ['MW', 'Generation'],
      generation_mwh: ['MWh', 'Generation times hours'],
      generation_cost: ['$', 'Cost of the generation'],
    }),
    { name: 'is_gnl', type: 'boolean', nullable: false, unit: '', description: 'Plant whose fuel is ordered ahead' },
    ...doubles({
      'gnl_committed_mw?': ['MW', 'Not modelled'],
      'gnl_decision_mw?': ['MW', 'Not modelled'],
    }),
    stateColumn,
  ],
  rows(solved, add) {
    const { thermal, thermalSegments } = solved.model.columns;
    const { cost } = solved.model.lp;
    for (let block = 0; block < solved.blocks; block++) {
      for (const plant of solved.study.system.thermals) {
        const first = thermal[plant.index * solved.blocks + block]!;
        const steps = thermalSegments[plant.index]!;
        const power = solved.sum(first, steps);
        let dollars = 0;
        for (let k = 0; first >= 0 && k < steps; k++)
          dollars += cost[first + k]! * solved.value(first + k) * moneyScale;
        add(
          solved.stage.id,
          block,
          integerIdOf(plant),
          power,
          power * solved.hours(block),
          dollars,
          plant.gnlLagStages !== null,
          null,
          null,
          first < 0 ? operativeState.deactivated : operativeState.operating,
        );
      }
    }
  },
};
