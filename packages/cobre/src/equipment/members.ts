import type { CaseFileSpec } from '../case/file-spec.js';
import type { Entity } from '../case/identity.js';
import type { Equipment, GenericTermMeaning } from './equipment.js';
import * as list from './index.js';

export type Member = (typeof list)[keyof typeof list];

/** Every kind of equipment, in the order in which they write their columns and rows. */
export const members = membersBy('stage');

/** The same in the order of another kind of list. */
export function membersBy(order: keyof Equipment['places']): readonly Equipment[] {
  return Object.values<Equipment>(list).sort((a, b) => a.places[order] - b.places[order]);
}

/** Those whose tables and costs a case tells of; all of them without a case. */
export function membersOf(study: { readonly system: SystemOf } | null): readonly Equipment[] {
  return members.filter((member) => {
    return study === null || !member.results.onlyWhereUsed || entitiesOf(study.system, member).length > 0;
  });
}

/** The entities of a member. */
export function entitiesOf(system: SystemOf, { registry }: Equipment): readonly Entity[] {
  return system[registry as keyof SystemOf];
}

/** The files of all members by their keys. */
export type FilesOf = Together<Member extends infer M ? (M extends { files: infer Files } ? Files : never) : never>;

/** The entities of all members by their registries. */
export type SystemOf = { readonly [M in Member as M['registry']]: ReturnType<M['resolve']> };

/** Where all members find their columns. */
export type ColumnsOf = { readonly [K in ColumnName<Member>]: Int32Array };

type ColumnName<M> = M extends { readonly columns: infer Shapes } ? keyof Shapes : never;
type Together<U> = (U extends CaseFileSet ? (value: U) => void : never) extends (value: infer All) => void
  ? All
  : never;
type CaseFileSet = Readonly<Record<string, CaseFileSpec>>;

/** A variable of user constraints: who declares it, and what it means. */
export interface GenericVariable {
  readonly name: string;
  readonly registry: Member['registry'];
  readonly meaning: GenericTermMeaning;
}

const variables = new Map(
  members.flatMap(({ registry, terms }) =>
    Object.entries(terms).flatMap(([name, meaning]) =>
      [name, ...(meaning.aliases ?? [])].map((word): [string, GenericVariable] => [
        word,
        { name, registry: registry as Member['registry'], meaning },
      ]),
    ),
  ),
);

/** The variable behind a name or an alias of it. */
export function genericVariable(word: string): GenericVariable | undefined {
  return variables.get(word);
}
