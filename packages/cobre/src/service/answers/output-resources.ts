import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import type { QueryEngine } from '../../query/query-engine.js';
import { openResults } from '../../query/read-results.js';
import { readTableRows, recordsOf, type TableRows } from '../../query/read-table.js';
import { type ResultKindName, resultKindNames, resultKinds } from '../../query/result-kinds.js';
import { mostRows } from '../cases/case-resources.js';
import type { Files } from '../files/files.js';
import { outputPlace } from '../files/place.js';
import { type MayBeIncomplete, mayBeIncomplete, noSuchResults } from './completeness.js';
import { convergenceFile } from './convergence.js';
import { isMade, readable } from './query-results.js';

/** The convergence table as it is stored. */
export async function convergenceRows(
  files: Files,
  engine: QueryEngine,
  outputDirectory: string,
  signal?: AbortSignal,
): Promise<TableRows> {
  const place = await outputPlace(files, outputDirectory, 'training/convergence.parquet');
  const asked = await convergenceFile(files, outputDirectory);
  const file = join(place.path, asked.slice(outputDirectory.length));
  return readable(place, 'training/convergence.parquet', () =>
    readTableRows(engine, { root: place.path, file, limit: mostRows, ...(signal ? { signal } : {}) }),
  );
}

/** The first rows of a result table, whatever its filters would be. */
export async function resultRows(
  files: Files,
  engine: QueryEngine,
  outputDirectory: string,
  entityType: string,
  signal?: AbortSignal,
): Promise<{ readonly entity_type: string } & TableRows & MayBeIncomplete> {
  const kind = resultKinds[resultKindOf(entityType)];
  const place = await outputPlace(files, outputDirectory, `${kind.folder}/`);
  const request = { place, kind, selection: {}, ...(signal ? { signal } : {}) };
  const table = await readable(place, `${kind.folder}/`, () =>
    openResults(engine, files, request, async (session, query) => {
      if (query === null) return { rows: [], total_rows: 0, truncated: false };
      const counting = query.count();
      const total = Number((await session.all(counting.sql, counting.values)).rows[0]?.[0] ?? 0);
      const reading = query.rows(mostRows);
      const { names, types, rows } = await session.all(reading.sql, reading.values);
      return { rows: recordsOf(names, types, rows), total_rows: total, truncated: total > rows.length };
    }),
  );
  if (table === null && !(await isMade(files, outputDirectory, kind)))
    throw await noSuchResults(files, outputDirectory, `${kind.folder}/`);
  const rows = table ?? { rows: [], total_rows: 0, truncated: false };
  return { entity_type: entityType, ...rows, ...(await mayBeIncomplete(files, outputDirectory)) };
}

export function resultKindOf(text: string): ResultKindName {
  const found = resultKindNames.find((name) => name === text);
  if (found) return found;
  throw new Fault('InvalidArguments', `There are no results of '${text.slice(0, 100)}'`, {
    context: { field: 'entity_type', value: text.slice(0, 100), allowed_values: resultKindNames },
    suggestion: `Choose from: ${resultKindNames.join(', ')}.`,
  });
}
