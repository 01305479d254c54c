import { type Member, membersBy } from '../equipment/members.js';
import { fittedPlanes, sideTables } from '../results/case-tables.js';
import {
  type PlanningName,
  planningColumns,
  planningLayouts,
  planningNames,
} from '../results/simulation/planning/layout.js';

/** The result tables a caller may ask for, by the names of the interface. */
export interface ResultKind {
  /** Where the table lies below the output directory; partitioned by scenario unless it is a file. */
  readonly folder: string;
  /** Column that names the entity; null for tables without entities. */
  readonly idColumn: string | null;
  /** Whose entities these are; null for tables without entities. */
  readonly owner: Member['kind'] | null;
  /** Names other descriptions of the format use for columns. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Columns of a table that has no value for every scenario (of the case alone, or over all scenarios); null for others. */
  readonly columns: readonly string[] | null;
}

/** Tables beside those of the kinds of equipment, as they are asked for. */
const furtherNames = [
  'inflow_lags',
  'hydro_bus_generation',
  'in_transit',
  'transit_seed',
  'anticipated_lanes',
  'generic_violations',
  'paths',
  'scenario_summary',
] as const;

/** What follows from the case alone: planes and lines of plants, promises of before, user constraints in numbers. */
const caseTableNames = [
  'fpha_hyperplanes',
  'fpha_deviation_points',
  'evaporation_models',
  'fixed_deliveries',
  'resolved_echo',
] as const;

export type ResultKindName =
  | Member['kind']
  | 'costs'
  | (typeof furtherNames)[number]
  | (typeof caseTableNames)[number]
  | PlanningName;

const equipment = membersBy('question');

const ofEquipment = equipment.map(({ kind, results: { table, idColumn, aliases = {} } }) => {
  return [
    kind,
    { folder: `simulation/${table.folder}`, idColumn, owner: kind as Member['kind'], aliases, columns: null },
  ] as const;
});

const withoutEntities = (folder: string): ResultKind => ({
  folder,
  idColumn: null,
  owner: null,
  aliases: {},
  columns: null,
});

/** The seed asks for costs after the four kinds that every case has. */
const costs = ['costs', withoutEntities('simulation/costs')] as const;

const further = furtherNames.map((name) => [name, furtherKind(name)] as const);

const planning = planningNames.map((name) => {
  const { idColumn } = planningLayouts[name];
  const owner = idColumn === null ? null : ('buses' as const);
  return [
    name,
    { folder: `simulation/${name}`, idColumn, owner, aliases: {}, columns: planningColumns(name) },
  ] as const;
});

function furtherKind(name: (typeof furtherNames)[number]): ResultKind {
  if (name === 'generic_violations') return withoutEntities('simulation/violations/generic');
  const owner = equipment.find(({ results }) => results.more?.some(({ folder }) => folder === name));
  if (owner === undefined) return withoutEntities(`simulation/${name}`);
  const { kind, results } = owner;
  return {
    folder: `simulation/${name}`,
    idColumn: results.idColumn,
    owner: kind as Member['kind'],
    aliases: {},
    columns: null,
  };
}

const ofCase = caseTableNames.map((name) => [name, caseTableKind(name)] as const);

function caseTableKind(name: (typeof caseTableNames)[number]): ResultKind {
  const { path, columns } = [...sideTables, fittedPlanes].find((table) => table.path.endsWith(`/${name}.parquet`))!;
  const names = columns.map((column) => column.split(/[?:]/)[0]!);
  const owner = equipment.find(({ results }) => names.includes(results.idColumn));
  const kind = { ...withoutEntities(path), columns: names };
  return owner === undefined
    ? kind
    : { ...kind, idColumn: owner.results.idColumn, owner: owner.kind as Member['kind'] };
}

export const resultKinds = Object.fromEntries([
  ...ofEquipment.slice(0, 4),
  costs,
  ...ofEquipment.slice(4),
  ...further,
  ...ofCase,
  ...planning,
]) as unknown as Readonly<Record<ResultKindName, ResultKind>>;

export const resultKindNames = Object.keys(resultKinds) as [ResultKindName, ...ResultKindName[]];

/** Those with a value for every scenario. */
export const simulatedKindNames = resultKindNames.filter((name) => resultKinds[name].columns === null) as [
  ResultKindName,
  ...ResultKindName[],
];

/** The one table of the training that can be exported. */
export const convergenceKind: ResultKind = {
  ...withoutEntities('training/convergence.parquet'),
  aliases: { upper_bound: 'upper_bound_mean' },
};
