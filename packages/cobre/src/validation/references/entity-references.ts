import type { EntityId } from '../../case/identity.js';
import type { CaseFileKey, RawCase } from '../../case/registry.js';
import type { RegistryName } from '../../case/registry-index.js';
import { entriesOf } from '../../equipment/equipment.js';
import { members } from '../../equipment/members.js';
import { rowsOf } from '../table-rows.js';
import { type Reference, reference } from './reference.js';

/** What entries of the registries name, as their equipment declares it. */
const topology: readonly Reference[] = members.flatMap((member) =>
  member.references.map(({ field, target, of }) =>
    reference(
      member.declaredIn as CaseFileKey,
      field,
      target,
      (raw) =>
        entriesOf(member, raw).flatMap((entry) => [of(entry)].flat().map((value) => ({ owner: entry.id, value }))),
      ({ owner, value }) => [owner, value],
    ),
  ),
);

const initialLists = ['storage', 'filling_storage', 'past_inflows', 'recent_observations', 'past_defluences'] as const;

const initialConditions = initialLists.map((list) =>
  reference(
    'initialConditions',
    `${list}.hydro_id`,
    'hydros',
    (raw): readonly { readonly hydro_id: EntityId }[] => raw.initialConditions[list] ?? [],
    ({ hydro_id }) => [hydro_id, hydro_id],
  ),
);

/** The column of each table that names an entity. */
const tableColumns: readonly (readonly [CaseFileKey, string, RegistryName])[] = [
  ...members.flatMap(({ tables, registry }) =>
    Object.entries(tables).map(
      ([file, { column }]) => [file as CaseFileKey, column, registry as RegistryName] as const,
    ),
  ),
  ['genericBounds', 'constraint_id', 'genericConstraints'],
];

const tables = tableColumns.map(([file, column, target]) =>
  reference(
    file,
    column,
    target,
    (raw: RawCase) => rowsOf(raw, file),
    (row) => [row[column] as EntityId, row[column] as EntityId],
  ),
);

const commitments = reference(
  'initialConditions',
  'past_anticipated_commitments.thermal_id',
  'thermals',
  (raw) => raw.initialConditions.past_anticipated_commitments ?? [],
  ({ thermal_id }) => [thermal_id, thermal_id],
);

const postStudyThermals = reference(
  'postStudyStages',
  'thermal_bounds.thermal_id',
  'thermals',
  (raw) => raw.postStudyStages?.thermal_bounds ?? [],
  ({ thermal_id }) => [thermal_id, thermal_id],
);

export const entityReferences: readonly Reference[] = [
  ...topology,
  ...initialConditions,
  commitments,
  postStudyThermals,
  ...tables,
];

/** Bounds and factors of a stage that does not exist would silently change nothing. */
const stageTables: readonly (readonly [CaseFileKey, string])[] = [
  ...members.flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([file, { column, stages }]) =>
      stages === 'reference' ? [[file as CaseFileKey, column] as const] : [],
    ),
  ),
  ['genericBounds', 'constraint_id'],
];

export const stageReferences: readonly Reference[] = stageTables.map(([file, column]) =>
  reference(
    file,
    'stage_id',
    'stages',
    (raw: RawCase) => rowsOf(raw, file),
    (row) => [row[column] as EntityId, row.stage_id as number],
  ),
);
