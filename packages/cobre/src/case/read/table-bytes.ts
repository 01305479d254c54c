import { type DecodedArray, type FileMetaData, parquetMetadata, parquetRead, type SchemaElement } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** A Parquet file taken apart into columns; nothing is known yet about what they should hold. */
export interface RawTable {
  readonly rowCount: number;
  readonly columns: ReadonlyMap<string, SchemaElement>;
  values(column: string): Promise<readonly unknown[]>;
}

/**
 * Reads the footer; throws when the bytes are no Parquet file. hyparquet reads pages in sequence from the smallest
 * offset of a column, which the files without dictionary offsets need, and accepts files without row groups.
 */
export function openTable(bytes: Uint8Array): RawTable {
  const buffer = new Uint8Array(bytes).buffer;
  const metadata = parquetMetadata(buffer);
  const columns = new Map<string, SchemaElement>();
  for (const element of topLevel(metadata.schema)) columns.set(element.name, element);
  return {
    rowCount: Number(metadata.num_rows),
    columns,
    values: (column) => readColumn(buffer, metadata, column),
  };
}

function topLevel(schema: readonly SchemaElement[]): SchemaElement[] {
  const found: SchemaElement[] = [];
  for (let i = 1; i < schema.length; i += subtreeSize(schema, i)) found.push(schema[i] as SchemaElement);
  return found;
}

function subtreeSize(schema: readonly SchemaElement[], at: number): number {
  let size = 1;
  for (let child = 0; child < (schema[at]?.num_children ?? 0) && at + size < schema.length; child++) {
    size += subtreeSize(schema, at + size);
  }
  return size;
}

async function readColumn(buffer: ArrayBuffer, metadata: FileMetaData, column: string): Promise<readonly unknown[]> {
  const chunks: { readonly rowStart: number; readonly columnData: DecodedArray }[] = [];
  await parquetRead({
    file: { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) },
    metadata,
    columns: [column],
    compressors,
    // Days stay numbers: a date has no time of day and no time zone.
    parsers: { dateFromDays: (days) => days },
    onChunk: (chunk) => chunks.push(chunk),
  });
  chunks.sort((a, b) => a.rowStart - b.rowStart);
  return chunks.flatMap(({ columnData }) => Array.from(columnData as ArrayLike<unknown>));
}
