import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';

export type TableColumnType =
  | 'int8'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'double'
  | 'boolean'
  | 'date'
  | 'string';
export type TableCell = number | bigint | boolean | string | null;

export interface TableColumn {
  readonly name: string;
  readonly type: TableColumnType;
  readonly nullable: boolean;
}

const rowGroupSize = 100_000;

const physical: Record<TableColumnType, Pick<SchemaElement, 'type' | 'converted_type'>> = {
  int8: { type: 'INT32', converted_type: 'INT_8' },
  int32: { type: 'INT32' },
  uint32: { type: 'INT32', converted_type: 'UINT_32' },
  int64: { type: 'INT64' },
  uint64: { type: 'INT64', converted_type: 'UINT_64' },
  double: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  /** Days since 1970-01-01. */
  date: { type: 'INT32', converted_type: 'DATE' },
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
};

export function parquetSchema(schema: readonly TableColumn[]): SchemaElement[] {
  const elements = schema.map(
    ({ name, type, nullable }): SchemaElement => ({
      name,
      repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
      ...physical[type],
    }),
  );
  return [{ name: 'schema', num_children: elements.length }, ...elements];
}

/** The bytes of a Parquet file; `columns[k]` holds the values of `schema[k]`. */
export function parquetBytes(schema: readonly TableColumn[], columns: readonly (readonly TableCell[])[]): Uint8Array {
  const buffer = parquetWriteBuffer({
    schema: parquetSchema(schema),
    columnData: schema.map(({ name, type }, k) => columnOf(name, type, columns[k] ?? [])),
    codec: 'SNAPPY',
    rowGroupSize,
  });
  return new Uint8Array(buffer);
}

/** The same from rows of objects. */
export function parquetOfRows(
  schema: readonly TableColumn[],
  rows: readonly Readonly<Record<string, TableCell>>[],
): Uint8Array {
  return parquetBytes(
    schema,
    schema.map(({ name }) => rows.map((row) => row[name] ?? null)),
  );
}

/** Truth values are written plainly, because not every reader knows their run lengths. */
export function columnOf(name: string, type: TableColumnType, values: readonly TableCell[]) {
  const data = storedValues(type, values);
  return type === 'boolean' ? { name, data, encoding: 'PLAIN' as const } : { name, data };
}

function storedValues(type: TableColumnType, values: readonly TableCell[]): TableCell[] {
  // The writer only reads; a copy of every column would be a tenth of its time.
  if (type !== 'int64' && type !== 'uint64') return values as TableCell[];
  return values.map((value) => (typeof value === 'number' ? BigInt(Math.round(value)) : value));
}

/** `'name:type'`, with `?` behind the name for a nullable column. */
export function tableSchema(...specs: readonly `${string}:${TableColumnType}`[]): TableColumn[] {
  return specs.map((spec) => {
    const [name = '', type] = spec.split(':') as [string, TableColumnType];
    return { name: name.replace('?', ''), type, nullable: name.endsWith('?') };
  });
}
