import { readFile } from 'node:fs/promises';
import { Fault } from '@quadrivium/kernel/fault';
import { rowsOf } from '../parquet/table.js';

/** The rows of a Parquet file this package or the original wrote; 64-bit integers come back as numbers. */
export async function readRows(path: string, expected: string): Promise<Record<string, unknown>[]> {
  const bytes = await readFile(path).catch((cause) => {
    throw new Fault('OutputNotFound', `There is no ${expected} at ${path}.`, {
      context: { path, expected_content: expected },
      suggestion: 'Give the output directory of a finished run.',
      cause,
    });
  });
  try {
    return rowsOf(bytes);
  } catch (cause) {
    throw new Fault('OutputCorrupted', `${path} is no readable Parquet file.`, {
      context: { file: path, detail: cause instanceof Error ? cause.message : String(cause) },
      suggestion: 'Run the case again; the file was not written completely or was changed since.',
      cause,
    });
  }
}
