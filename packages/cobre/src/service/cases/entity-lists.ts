/** Where a case declares its entities, in the words of the MCP server. */
export const entityLists = {
  hydros: { file: 'system/hydros.json', key: 'hydros' },
  thermals: { file: 'system/thermals.json', key: 'thermals' },
  buses: { file: 'system/buses.json', key: 'buses' },
  lines: { file: 'system/lines.json', key: 'lines' },
  contracts: { file: 'system/energy_contracts.json', key: 'contracts' },
  pumping_stations: { file: 'system/pumping_stations.json', key: 'pumping_stations' },
  non_controllable_sources: { file: 'system/non_controllable_sources.json', key: 'non_controllable_sources' },
} as const;

export type EntityKind = keyof typeof entityLists;

export const entityKinds = Object.keys(entityLists) as readonly EntityKind[];
