import { type Member, membersBy } from '../../equipment/members.js';

const questioned = membersBy('question');

export type EntityKind = Member['kind'];

/** Where a case declares its entities, in the words of the MCP server. */
export const entityLists = Object.fromEntries(
  questioned.map(({ kind, files, declaredIn }) => [kind, { file: files[declaredIn]!.path, key: kind }]),
) as Readonly<Record<EntityKind, { readonly file: string; readonly key: string }>>;

export const entityKinds = questioned.map(({ kind }) => kind as EntityKind);

/** Those that scenario files speak about, and the column by which they do. */
export const scenarioKinds = questioned.flatMap(({ kind, scenarioColumn: column }) =>
  column === undefined ? [] : [{ kind: kind as EntityKind, column }],
);
