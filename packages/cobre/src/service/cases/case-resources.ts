import { basename, join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import type { CaseFileSpec } from '../../case/file-spec.js';
import { caseFiles } from '../../case/registry.js';
import type { QueryEngine } from '../../query/query-engine.js';
import { readTableRows, type TableRows } from '../../query/read-table.js';
import { readable } from '../answers/query-results.js';
import type { Files } from '../files/files.js';
import { outputPlace } from '../files/place.js';
import { type JsonRecord, requireCaseJson } from './case-json.js';
import { caseEntities, type NamedEntity } from './entities.js';
import { type EntityKind, entityKinds, entityLists, scenarioKinds } from './entity-lists.js';

/** Resources never send more rows of a table than this. */
export const mostRows = 10_000;

export async function caseConfig(files: Files, caseDirectory: string): Promise<JsonRecord> {
  await outputPlace(files, caseDirectory, 'case directory');
  return asResource(() => requireCaseJson(files, caseDirectory, 'config.json'));
}

/** A registry as its file has it. */
export async function caseRegistry(files: Files, caseDirectory: string, kind: string): Promise<JsonRecord> {
  await outputPlace(files, caseDirectory, 'case directory');
  const { file } = entityLists[entityKindOf(kind)];
  return asResource(() => requireCaseJson(files, caseDirectory, file));
}

export function entityKindOf(text: string): EntityKind {
  const found = entityKinds.find((kind) => kind === text);
  if (found) return found;
  throw new Fault('InvalidArguments', `There is no entity type '${text.slice(0, 100)}'`, {
    context: { field: 'entity_type', value: text.slice(0, 100), allowed_values: entityKinds },
    suggestion: `Choose from: ${entityKinds.join(', ')}; or a table of the case, such as hydro_bounds.`,
  });
}

/** Tables of a case by the names of their files, such as `hydro_bounds`. */
const caseTables: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(caseFiles).flatMap((spec: CaseFileSpec) =>
    spec.format === 'parquet' ? [[basename(spec.path, '.parquet'), [spec.path, ...spec.aliases]] as const] : [],
  ),
);

export const caseTableNames = [...caseTables.keys()];

export const isCaseTable = (name: string): boolean => caseTables.has(name);

/** A table of a case as its file has it: bounds, penalties, planes, statistics. */
export async function caseTable(
  files: Files,
  engine: QueryEngine,
  request: { readonly caseDirectory: string; readonly table: string; readonly signal?: AbortSignal },
): Promise<{ readonly file: string } & TableRows> {
  const { caseDirectory, table, signal } = request;
  const place = await outputPlace(files, caseDirectory, 'case directory');
  const paths = caseTables.get(table) ?? [];
  const found = await Promise.all(paths.map((path) => files.exists(`${caseDirectory}/${path}`)));
  const file = paths[found.indexOf(true)];
  if (file === undefined) return { file: paths[0] ?? table, rows: [], total_rows: 0, truncated: false };
  const asked = { root: place.path, file: join(place.path, file), limit: mostRows, ...(signal ? { signal } : {}) };
  return { file, ...(await readable(place, file, () => readTableRows(engine, asked))) };
}

export interface EntityScenarios {
  readonly entity_id: string;
  /** Which entities the id means; an integer may be a hydro, a bus and a source at once. */
  readonly entities: readonly {
    readonly entity_type: EntityKind;
    readonly id: number | string;
    readonly name: string;
  }[];
  readonly tables: readonly ({ readonly file: string; readonly entity_type: EntityKind } & TableRows)[];
}

/** Everything the scenario files say about one entity. */
export async function entityScenarios(
  files: Files,
  engine: QueryEngine,
  request: { readonly caseDirectory: string; readonly entityId: string; readonly signal?: AbortSignal },
): Promise<EntityScenarios> {
  const { caseDirectory, entityId, signal } = request;
  const place = await outputPlace(files, caseDirectory, 'case directory');
  const found = await matchingEntities(files, caseDirectory, entityId);
  if (found.length === 0) throw noEntity(entityId);
  const tables = [];
  for (const name of await scenarioFiles(files, caseDirectory)) {
    const file = join(place.path, name);
    for (const { kind, column, entity } of found) {
      const where = { column, values: [...new Set([entity.number, entity.id])] };
      const table = await readable(place, name, () =>
        readTableRows(engine, { root: place.path, file, where, limit: mostRows, ...(signal ? { signal } : {}) }),
      );
      if (table.total_rows > 0) tables.push({ file: name, entity_type: kind, ...table });
    }
  }
  return {
    entity_id: entityId,
    entities: found.map(({ kind, entity }) => ({ entity_type: kind, id: entity.id, name: entity.name })),
    tables,
  };
}

async function matchingEntities(files: Files, caseDirectory: string, wanted: string) {
  const found: { kind: EntityKind; column: string; entity: NamedEntity }[] = [];
  for (const { kind, column } of scenarioKinds) {
    const entities = await asResource(() => caseEntities(files, caseDirectory, kind));
    const byId = entities.filter(({ id }) => String(id) === wanted);
    const fitting = byId.length > 0 ? byId : entities.filter(({ name }) => name === wanted);
    found.push(...fitting.map((entity) => ({ kind, column, entity })));
  }
  return found;
}

async function scenarioFiles(files: Files, caseDirectory: string): Promise<string[]> {
  const names = Object.values(caseFiles)
    .filter((spec: CaseFileSpec) => spec.format === 'parquet' && spec.path.startsWith('scenarios/'))
    .flatMap((spec: CaseFileSpec) => [spec.path, ...(spec.format === 'parquet' ? spec.aliases : [])]);
  const found = await Promise.all(names.map((name) => files.exists(`${caseDirectory}/${name}`)));
  return names.filter((_, k) => found[k]);
}

/** A file that is there but cannot be understood has one name in resources. */
async function asResource<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.kind !== 'ParseError') throw cause;
    throw new Fault('OutputCorrupted', cause.message, {
      context: cause.context,
      ...(cause.suggestion === undefined ? {} : { suggestion: cause.suggestion }),
      cause,
    });
  }
}

function noEntity(entityId: string): Fault<'OutputNotFound'> {
  const shown = entityId.slice(0, 100);
  return new Fault('OutputNotFound', `There is no entity '${shown}' with scenarios in this case`, {
    context: { entity_id: shown, expected_content: 'a hydro, bus or non-controllable source' },
    suggestion: 'Read cobre://case/{case_dir}/entities/hydros for the ids and names.',
  });
}
