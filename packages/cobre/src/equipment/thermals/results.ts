import { entityTable, existenceCode } from '../../simulation/entity-table.js';
import { doubles, type ResultTable, stateColumn } from '../../simulation/result-table.js';
import { moneyScale } from '../../stage/units.js';
import { committedMw, decisionMw } from './anticipation/results.js';

export const thermals: ResultTable = entityTable({
  folder: 'thermals',
  id: ['thermal_id', 'Thermal plant'],
  columns: [
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
  of: ({ thermals: all }) => all,
  row(solved, plant, { hours, cell }) {
    const { thermal, thermalSegments } = solved.model.columns;
    const { cost } = solved.model.lp;
    const first = thermal[cell]!;
    const steps = thermalSegments[plant.index]!;
    const power = solved.sum(first, steps);
    let dollars = 0;
    for (let k = 0; first >= 0 && k < steps; k++) dollars += cost[first + k]! * solved.value(first + k) * moneyScale;
    return [
      power,
      power * hours,
      dollars,
      plant.gnlLagStages !== null || plant.anticipation !== null,
      committedMw(solved, plant),
      decisionMw(solved, plant),
      existenceCode(first >= 0),
    ];
  },
});

const today: Readonly<Record<string, { readonly name: string; readonly description?: string }>> = {
  is_gnl: { name: 'is_anticipated' },
  gnl_committed_mw: {
    name: 'anticipated_committed_mw',
    description: 'Promised before for this stage; null for ordinary plants',
  },
  gnl_decision_mw: {
    name: 'anticipated_decision_mw',
    description: 'Promised in this stage for a later one; null where nothing is decided',
  },
};

/** The same under the names of current cases. */
export const currentThermals: ResultTable = {
  ...thermals,
  columns: thermals.columns.map((column) => ({ ...column, ...today[column.name] })),
};
