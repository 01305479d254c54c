import { Fault } from '@quadrivium/kernel/fault';
import type { EntityId } from '../../case/identity.js';
import type { QueryEngine } from '../../query/query-engine.js';
import { queryRows, type ResultRows } from '../../query/read-results.js';
import { type ResultKind, type ResultKindName, resultKinds } from '../../query/result-kinds.js';
import { type Selection, unknownColumn } from '../../query/selection.js';
import { resultTables } from '../../simulation/index.js';
import { entityNumbers, outputEntities } from '../cases/entities.js';
import type { Files } from '../files/files.js';
import { inCallersWords, outputCorrupted, outputPlace, type Place } from '../files/place.js';
import { type MayBeIncomplete, mayBeIncomplete, noSuchResults } from './completeness.js';

/** Filters as callers give them. */
export interface ResultFilters {
  readonly entity_id?: EntityId | readonly EntityId[];
  readonly stage_range?: readonly [number, number];
  readonly scenario_range?: readonly [number, number];
  readonly columns?: readonly string[];
}

export interface ResultQuery {
  readonly outputDirectory: string;
  readonly entityType: ResultKindName;
  readonly filters?: ResultFilters;
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export const defaultLimit = 1000;

/** Rows of a result table that match the filters, the first `limit` of them. */
export async function queryResults(
  files: Files,
  engine: QueryEngine,
  query: ResultQuery,
): Promise<ResultRows & MayBeIncomplete> {
  const { outputDirectory, entityType, filters = {}, limit = defaultLimit, signal } = query;
  const expected = `${resultKinds[entityType].folder}/`;
  const place = await outputPlace(files, outputDirectory, expected);
  const selection = await selectionOf(files, outputDirectory, entityType, filters);
  const request = { place, kind: resultKinds[entityType], selection, ...(signal ? { signal } : {}) };
  const rows = await readable(place, expected, () => queryRows(engine, files, request, limit));
  const found =
    typeof rows === 'object' ||
    rows === 'no scenario' ||
    (await isMade(files, outputDirectory, resultKinds[entityType]));
  if (!found) throw await noSuchResults(files, outputDirectory, expected);
  const table = typeof rows === 'object' ? rows : noRows(entityType, selection);
  return { ...table, ...(await mayBeIncomplete(files, outputDirectory)) };
}

/** Whether what a table tells of is there at all, so that a table without rows is an answer. */
export async function isMade(files: Files, outputDirectory: string, kind: ResultKind): Promise<boolean> {
  if (await isSimulated(files, outputDirectory)) return true;
  if (kind.folder.startsWith('simulation/')) return false;
  return kind.columns !== null && files.exists(`${outputDirectory}/training/metadata.json`);
}

/** Whether there is a simulation at all; one of a system without lines has no table of lines. */
export async function isSimulated(files: Files, outputDirectory: string): Promise<boolean> {
  const marks = ['simulation/metadata.json', resultKinds.costs.folder, `${resultKinds.costs.folder}.parquet`];
  const found = await Promise.all(marks.map((mark) => files.exists(`${outputDirectory}/${mark}`)));
  return found.includes(true);
}

/** Tables that are not made stage by stage. */
const ownColumns: Readonly<Partial<Record<ResultKindName, readonly { readonly name: string }[]>>> = {
  paths: [{ name: 'stage_id' }, { name: 'node_id' }],
  scenario_summary: [{ name: 'probability' }, { name: 'discounted_immediate_cost' }],
};

/** A table of which no file can tell the columns has those of the format. */
export function noRows(entityType: ResultKindName, { columns }: Selection): ResultRows {
  const table = resultTables.find(({ folder }) => `simulation/${folder}` === resultKinds[entityType].folder);
  const { aliases, columns: ofCase }: ResultKind = resultKinds[entityType];
  const simulated = ['scenario_id', ...(table?.columns ?? ownColumns[entityType] ?? []).map(({ name }) => name)];
  const known = ofCase ?? simulated;
  const unknown = columns?.find((name) => !known.includes(name) && !Object.hasOwn(aliases, name));
  if (unknown !== undefined) throw unknownColumn(unknown, known);
  return { columns: columns ?? known, rows: [], total_rows: 0, truncated: false };
}

/** Filters in the terms of the tables. */
export async function selectionOf(
  files: Files,
  outputDirectory: string,
  entityType: ResultKindName,
  filters: ResultFilters,
): Promise<Selection> {
  const { entity_id, stage_range, scenario_range, columns } = filters;
  return {
    ...(entity_id === undefined ? {} : { entityIds: await idsOf(files, outputDirectory, entityType, entity_id) }),
    ...(stage_range ? { stages: stage_range } : {}),
    ...(scenario_range ? { scenarios: scenario_range } : {}),
    ...(columns && columns.length > 0 ? { columns: [...new Set(columns)] } : {}),
  };
}

async function idsOf(
  files: Files,
  outputDirectory: string,
  entityType: ResultKindName,
  wanted: EntityId | readonly EntityId[],
): Promise<readonly number[]> {
  const { owner } = resultKinds[entityType];
  if (owner === null) {
    const subject = entityType === 'costs' ? 'Costs' : `Rows of ${entityType}`;
    throw new Fault('InvalidArguments', `${subject} belong to stages and scenarios, not to entities`, {
      context: { field: 'filters.entity_id', value: wanted },
      suggestion: 'Leave entity_id out, or ask for another entity_type.',
    });
  }
  const list = typeof wanted === 'object' ? wanted : [wanted];
  return entityNumbers(await outputEntities(files, outputDirectory, owner), list, owner);
}

/** What goes wrong while files are read means that they are damaged, unless the caller has left. */
export async function readable<T>(place: Place, expected: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Fault || (cause instanceof DOMException && cause.name === 'AbortError')) throw cause;
    // Node's own errors carry a code: an engine that cannot be loaded says nothing about the files.
    if (cause instanceof Error && 'code' in cause) throw cause;
    const detail = inCallersWords(cause instanceof Error ? cause.message : String(cause), place);
    throw outputCorrupted(expected, new Error(detail.split('\n')[0]));
  }
}
