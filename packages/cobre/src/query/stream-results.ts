import type { EncoderKind, Sink } from './export/encoder.js';
import type { ResultFiles } from './find-source.js';
import type { QueryEngine } from './query-engine.js';
import { openResults, type ResultRequest } from './read-results.js';

/** Sends every matching row through an encoder, a chunk at a time; gives the number of rows. Null when there is no table. */
export async function streamResults(
  engine: QueryEngine,
  files: ResultFiles,
  request: ResultRequest,
  encoderKind: EncoderKind,
  sink: Sink,
): Promise<number | null> {
  return openResults(engine, files, request, async (connection, query) => {
    const everything = query?.everything();
    const result = everything && (await connection.stream(everything.sql, everything.values));
    const encoder = await encoderKind.open(query?.names ?? [], result?.columnTypes() ?? [], sink);
    await encoder.begin();
    let rows = 0;
    for (let chunk = await result?.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result?.fetchChunk()) {
      request.signal?.throwIfAborted();
      await encoder.chunk(chunk.getColumns(), chunk.rowCount);
      rows += chunk.rowCount;
    }
    await encoder.end();
    return rows;
  });
}
