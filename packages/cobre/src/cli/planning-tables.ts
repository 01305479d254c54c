import type { PageTable } from '../plot/page.js';
import { stageWord } from '../service/cases/stage-names.js';
import type { Planning, PlanningRow as Row } from './planning.js';
import { money, readable } from './text.js';

/** The same numbers stage by stage and year by year. */
export function planningTables(planning: Planning): PageTable[] {
  const {
    stored_energy: energy,
    marginal_costs: prices,
    deficit_risk: risk,
    thermal_classes: classes,
    stages,
  } = planning;
  const bands = (name: string) => ['mean', 'p10', 'p50', 'p90'].map((band) => `${name}_${band}`);
  const heads = ['Mean', 'P10', 'P50', 'P90'];
  const cells = (row: Row, columns: readonly string[]) => columns.map((column) => readable(row.at(column)));
  const tables: PageTable[] = [
    {
      ...{
        name: 'stored-energy-table',
        title: `Stored energy at the end of a ${stageWord(stages)} (MWmonth, and % of the maximum)`,
      },
      head: ['Subsystem', stages.title, 'Maximum', ...heads, ...heads.map((head) => `${head} %`)],
      rows: energy.map((row) => {
        return [
          row.name,
          row.when,
          ...cells(row, ['maximum_mwmonth', ...bands('stored_mwmonth'), ...bands('percent')]),
        ];
      }),
    },
    {
      ...{ name: 'marginal-cost-table', title: 'Marginal cost by bus ($/MWh)', head: ['Bus', stages.title, ...heads] },
      rows: prices.map((row) => [row.name, row.when, ...cells(row, bands('price'))]),
    },
    {
      ...{ name: 'deficit-risk-table', title: 'Deficit risk by year' },
      head: ['Bus', 'Year', 'Scenarios with a deficit', 'Mean deficit (MWh)', 'of the load'],
      rows: risk.map((row) => [
        ...[row.name, String(row.at('year')), `${row.at('risk_percent').toFixed(1)} %`],
        ...[readable(row.at('deficit_mwh_mean')), `${readable(row.at('deficit_percent_of_load'))} %`],
      ]),
    },
    {
      ...{ name: 'thermal-class-table', title: 'Thermal generation by class (MW)' },
      head: ['Class', stages.title, ...heads, 'Mean cost'],
      rows: classes.map((row) => {
        return [row.class, row.when, ...cells(row, bands('generation_mw')), money(row.at('cost_mean'))];
      }),
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}
