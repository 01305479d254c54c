import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';

/** What a page says about itself before its bytes. */
export interface PageHeader {
  readonly kind: 'dictionary' | 'data' | 'dataV2' | 'other';
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly valueCount: number;
  readonly encoding: number;
  /** Version 2 only: levels lie uncompressed in front of the values. */
  readonly levelBytes: number;
  readonly valuesCompressed: boolean;
}

interface Cursor {
  readonly view: DataView;
  offset: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a header at the cursor and moves behind it. Field numbers are those of parquet.thrift. */
export function readPageHeader(cursor: Cursor): PageHeader {
  const fields = deserializeTCompactProtocol(cursor) as Fields;
  const sizes = { uncompressedSize: integer(fields, 2), compressedSize: integer(fields, 3) };
  const plain = { ...sizes, levelBytes: 0, valuesCompressed: true };
  const page = (inner: Fields, encodingField: number) => ({
    valueCount: integer(inner, 1),
    encoding: integer(inner, encodingField),
  });
  switch (fields.field_1) {
    case 0:
      return { kind: 'data', ...plain, ...page(struct(fields, 5), 2) };
    case 2:
      return { kind: 'dictionary', ...plain, ...page(struct(fields, 7), 2) };
    case 3: {
      const inner = struct(fields, 8);
      const levelBytes = integer(inner, 5) + integer(inner, 6);
      return { kind: 'dataV2', ...sizes, ...page(inner, 4), levelBytes, valuesCompressed: inner.field_7 !== false };
    }
    default:
      return { kind: 'other', ...plain, valueCount: 0, encoding: 0 };
  }
}

function integer(fields: Fields, id: number): number {
  const value = fields[`field_${id}`];
  if (typeof value !== 'number' || value < 0) throw new Error(`page header field ${id} is ${String(value)}`);
  return value;
}

function struct(fields: Fields, id: number): Fields {
  const value = fields[`field_${id}`];
  if (typeof value !== 'object' || value === null) throw new Error(`page header field ${id} is missing`);
  return value as Fields;
}
