import type { Case } from '../case/model.js';
import { parquetOfRows, tableSchema } from '../parquet/write.js';
import { sideTables } from './case-tables.js';
import type { OutputFolder } from './folder/output-folder.js';

/** Writes what follows from the case alone; what an earlier run left and this one has nothing to say about goes away. */
export async function writeSideTables(output: OutputFolder, study: Case): Promise<void> {
  const before = new Set(await output.names());
  for (const { path, columns, rows } of sideTables) {
    const told = rows(study);
    if (told.length > 0) await output.write(path, parquetOfRows(tableSchema(...columns), told));
    else if (before.has(path.split('/')[0]!)) await output.remove(path);
  }
}
