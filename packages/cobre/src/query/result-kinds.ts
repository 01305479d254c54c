import { type Member, membersBy } from '../equipment/members.js';

/** The result tables a caller may ask for, by the names of the interface. */
export interface ResultKind {
  /** Where the table lies below the output directory; partitioned by scenario unless it is a file. */
  readonly folder: string;
  /** Column that names the entity; null for tables without entities. */
  readonly idColumn: string | null;
  /** Names other descriptions of the format use for columns. */
  readonly aliases: Readonly<Record<string, string>>;
}

export type ResultKindName = Member['kind'] | 'costs';

const ofEquipment = membersBy('question').map(({ kind, results: { table, idColumn, aliases = {} } }) => {
  return [kind, { folder: `simulation/${table.folder}`, idColumn, aliases }] as const;
});

/** The seed asks for costs after the four kinds that every case has. */
const costs = ['costs', { folder: 'simulation/costs', idColumn: null, aliases: {} }] as const;

export const resultKinds = Object.fromEntries([
  ...ofEquipment.slice(0, 4),
  costs,
  ...ofEquipment.slice(4),
]) as unknown as Readonly<Record<ResultKindName, ResultKind>>;

export const resultKindNames = Object.keys(resultKinds) as [ResultKindName, ...ResultKindName[]];

/** The one table of the training that can be exported. */
export const convergenceKind: ResultKind = {
  folder: 'training/convergence.parquet',
  idColumn: null,
  aliases: { upper_bound: 'upper_bound_mean' },
};
