/** The tables for planners by name: the column that names a bus, null where there is none, and all columns. */
import type { TableColumnType } from '../../../parquet/write.js';

const bands = <Name extends string>(name: Name) =>
  (['mean', 'p10', 'p50', 'p90'] as const).map((band) => `${name}_${band}:double` as const);

interface Layout {
  readonly idColumn: 'bus_id' | null;
  readonly columns: readonly `${string}:${TableColumnType}`[];
}

export const planningLayouts = {
  stored_energy: {
    idColumn: 'bus_id',
    columns: [
      'stage_id:int32',
      'bus_id?:int32',
      'maximum_mwmonth:double',
      ...bands('stored_mwmonth'),
      ...bands('percent'),
    ],
  },
  marginal_costs: { idColumn: 'bus_id', columns: ['stage_id:int32', 'bus_id:int32', ...bands('price')] },
  deficit_risk: {
    idColumn: 'bus_id',
    columns: [
      'year:int32',
      'bus_id?:int32',
      'risk_percent:double',
      'deficit_mwh_mean:double',
      'deficit_percent_of_load:double',
    ],
  },
  thermal_classes: {
    idColumn: null,
    columns: [
      'stage_id:int32',
      'class:string',
      ...bands('generation_mw'),
      'generation_mwh_mean:double',
      'cost_mean:double',
    ],
  },
} as const satisfies Readonly<Record<string, Layout>>;

export type PlanningName = keyof typeof planningLayouts;
export const planningNames = Object.keys(planningLayouts) as readonly PlanningName[];

export function planningColumns(name: PlanningName): readonly string[] {
  return planningLayouts[name].columns.map((column) => column.replace(/[?]?:.*/, ''));
}
