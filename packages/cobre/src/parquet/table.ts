import { type ColumnMetaData, type FileMetaData, parquetMetadata, type SchemaElement } from 'hyparquet';
import { decodeColumnChunk } from './column-chunk.js';
import { checkClaims } from './limits.js';
import type { Value } from './plain.js';

/** A Parquet file taken apart into columns; nothing is known yet about what they should hold. */
export interface RawTable {
  readonly rowCount: number;
  readonly columns: ReadonlyMap<string, SchemaElement>;
  /** Decodes a flat column; throws when its bytes are damaged. */
  values(column: string): readonly (Value | null)[];
}

/** All rows of a table; 64-bit integers come back as numbers. */
export function rowsOf(bytes: Uint8Array): Record<string, Value | null>[] {
  const table = openTable(bytes);
  const columns = [...table.columns.keys()].map((name) => [name, table.values(name)] as const);
  return Array.from({ length: table.rowCount }, (_, i) => {
    const row: Record<string, Value | null> = {};
    for (const [name, values] of columns) row[name] = values[i] ?? null;
    return row;
  });
}

/** Reads the footer; throws when the bytes are no Parquet file. Files without row groups are fine. */
export function openTable(bytes: Uint8Array): RawTable {
  const metadata = parquetMetadata(bytes);
  const columns = new Map<string, SchemaElement>();
  for (const element of topLevel(metadata.schema)) columns.set(element.name, element);
  checkClaims(Number(metadata.num_rows), metadata.schema.length - 1);
  const rowCount = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (rowCount !== Number(metadata.num_rows)) throw new Error('the footer contradicts itself about the number of rows');
  return { rowCount, columns, values: (column) => readColumn(bytes, metadata, column, columns.get(column)) };
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

function readColumn(
  bytes: Uint8Array,
  metadata: FileMetaData,
  column: string,
  element: SchemaElement | undefined,
): (Value | null)[] {
  if (element === undefined) throw new Error(`there is no column '${column}'`);
  const groups = metadata.row_groups.map((group) => {
    const rows = Number(group.num_rows);
    const meta = group.columns.find((chunk) => isPathOf(chunk.meta_data, column))?.meta_data;
    if (meta === undefined) throw new Error(`a row group lacks column '${column}'`);
    if (rows < 0 || rows !== Number(meta.num_values))
      throw new Error(`column '${column}' has another length than its rows`);
    return decodeColumnChunk(bytes, meta, element, rows);
  });
  return ([] as (Value | null)[]).concat(...groups);
}

function isPathOf(meta: ColumnMetaData | undefined, column: string): boolean {
  return meta?.path_in_schema.length === 1 && meta.path_in_schema[0] === column;
}
