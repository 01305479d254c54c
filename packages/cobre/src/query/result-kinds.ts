/** The result tables a caller may ask for, by the names of the interface. */
export interface ResultKind {
  /** Where the table lies below the output directory; partitioned by scenario unless it is a file. */
  readonly folder: string;
  /** Column that names the entity; null for tables without entities. */
  readonly idColumn: string | null;
  /** Names other descriptions of the format use for columns. */
  readonly aliases: Readonly<Record<string, string>>;
}

const kind = (folder: string, idColumn: string | null, aliases: Record<string, string> = {}): ResultKind => ({
  folder: `simulation/${folder}`,
  idColumn,
  aliases,
});

export const resultKinds = {
  hydros: kind('hydros', 'hydro_id', { storage_hm3: 'storage_final_hm3', water_value: 'water_value_per_hm3' }),
  thermals: kind('thermals', 'thermal_id'),
  buses: kind('buses', 'bus_id', { marginal_cost: 'spot_price' }),
  lines: kind('exchanges', 'line_id'),
  costs: kind('costs', null),
  contracts: kind('contracts', 'contract_id'),
  pumping_stations: kind('pumping_stations', 'pumping_station_id'),
  non_controllable_sources: kind('non_controllables', 'non_controllable_id'),
} as const satisfies Record<string, ResultKind>;

export type ResultKindName = keyof typeof resultKinds;

/** The one table of the training that can be exported. */
export const convergenceKind: ResultKind = {
  folder: 'training/convergence.parquet',
  idColumn: null,
  aliases: { upper_bound: 'upper_bound_mean' },
};
