import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** Some columns of a Parquet file, row by row; 64-bit integers as numbers. Throws what the reader throws. */
export async function parquetRows(bytes: Uint8Array, columns?: readonly string[]): Promise<Record<string, unknown>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const rows = await parquetReadObjects({ file, compressors, ...(columns ? { columns: [...columns] } : {}) });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
    ),
  );
}
