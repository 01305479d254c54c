import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { EntityId } from '../../case/identity.js';
import { declaredEntities, fileOfRegistry } from '../../case/registries.js';
import { type CaseFileKey, caseFiles, type RawCase } from '../../case/registry.js';
import type { RegistryName } from '../../case/registry-index.js';
import { members } from '../../equipment/members.js';
import type { FileRule } from '../rule.js';
import { rowsOf } from '../table-rows.js';

interface IdList {
  readonly file: CaseFileKey;
  readonly registry: string;
  /** What must be unique, as text for comparison and as the id to name. */
  readonly ids: readonly { readonly key: string; readonly id: EntityId }[];
}

/** Within a registry every id occurs once. An id counts by its text: 1 and "1" are the same. */
export const uniqueIds: FileRule = {
  name: 'unique ids',
  layer: 2,
  *check({ raw }) {
    for (const list of [...registries(raw), ...otherLists(raw), ...factorLists(raw)]) yield* duplicates(list);
  },
};

function* duplicates({ file, registry, ids }: IdList): Iterable<Finding> {
  const seen = new Map<string, number>();
  for (const { key } of ids) seen.set(key, (seen.get(key) ?? 0) + 1);
  for (const [key, times] of seen) {
    if (times === 1) continue;
    const id = ids.find((entry) => entry.key === key)?.id ?? null;
    const path = caseFiles[file].path;
    yield asError(
      2,
      errorRecord(
        'DuplicateId',
        `${path}: ${registry} has ${times} entries for ${key}; ids must be unique.`,
        { file: path, entity_id: id, registry },
        'Remove the repeated entries, or give them other ids.',
      ),
    );
  }
}

function registries(raw: Partial<RawCase>): IdList[] {
  return Object.entries(declaredEntities(raw)).map(([name, entries]) => ({
    file: fileOfRegistry[name as RegistryName],
    registry: name,
    ids: entries.map(({ id }) => ({ key: String(id), id })),
  }));
}

function otherLists(raw: Partial<RawCase>): IdList[] {
  const stages = raw.stages;
  const initial = raw.initialConditions;
  return [
    list('stages', 'stages', stages?.stages, (s) => [s.id]),
    list('stages', 'pre_study_stages', stages?.pre_study_stages, (s) => [s.id]),
    list('stages', 'seasons', stages?.season_definitions?.seasons, (s) => [s.id]),
    list('initialConditions', 'storage', [...(initial?.storage ?? []), ...(initial?.filling_storage ?? [])], (s) => [
      s.hydro_id,
    ]),
    list('initialConditions', 'past_inflows', initial?.past_inflows, (s) => [s.hydro_id]),
    list('productionModels', 'production_models', raw.productionModels?.production_models, (m) => [m.hydro_id]),
    list('genericParameters', 'scalar_parameters', raw.genericParameters?.scalar_parameters, (p) => [p.id]),
    list(namesFile(raw), 'names of parameters and expressions', sharedNames(raw), (name) => [name]),
    ...parameterValues(raw),
    list('correlation', 'schedule', raw.correlation?.schedule, (s) => [s.stage_id]),
  ];
}

/** `@name` stands for one thing. */
function sharedNames(raw: Partial<RawCase>): string[] {
  const named = [...(raw.genericParameters?.scalar_parameters ?? []), ...(raw.genericConstraints?.expressions ?? [])];
  return named.map(({ name }) => name);
}

/** Where two of them can meet: beside the parameters, or among the expressions where there are none. */
const namesFile = (raw: Partial<RawCase>) => (raw.genericParameters ? 'genericParameters' : 'genericConstraints');

/** A parameter has one value for a stage, a season or a block. */
function parameterValues(raw: Partial<RawCase>): IdList[] {
  return (raw.genericParameters?.scalar_parameters ?? []).flatMap((entry) => {
    const rows: readonly (readonly number[])[] =
      'values' in entry ? entry.values : 'block_values' in entry ? entry.block_values : [];
    const registry = `values of parameter '${entry.name}'`;
    return [list('genericParameters', registry, rows, (row) => [row.slice(0, -1).join(' block ')])];
  });
}

/** Block factors of an entity and a stage stand in one entry. */
function factorLists(raw: Partial<RawCase>): IdList[] {
  return members.flatMap(({ tables, files }) =>
    Object.entries(tables)
      .filter(([file, { stages }]) => files[file]!.format === 'json' && stages !== undefined)
      .map(([file, { column }]) => {
        const key = file as CaseFileKey;
        const name = Object.keys(raw[key] ?? {}).find((word) => word !== '$schema') ?? file;
        return list(key, name, rowsOf(raw, key), (row) => [row[column] as EntityId, row.stage_id as number]);
      }),
  );
}

function list<Entry>(
  file: CaseFileKey,
  registry: string,
  entries: readonly Entry[] | null | undefined,
  keyOf: (entry: Entry) => [EntityId, ...EntityId[]],
): IdList {
  const ids = (entries ?? []).map((entry) => {
    const key = keyOf(entry);
    return { key: key.map(String).join(', '), id: key[0] };
  });
  return { file, registry, ids };
}
