import fc from 'fast-check';
import type { Encoding, SchemaElement } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { openTable } from '../../src/parquet/table.js';

/** Columns come back as they were written, whatever the encoding, codec, nullability and number of row groups. */

function write(
  element: SchemaElement,
  data: readonly unknown[],
  options: Partial<ColumnSource> & { groups?: number } = {},
) {
  const { groups, ...column } = options;
  return new Uint8Array(
    parquetWriteBuffer({
      schema: [{ name: 'root', num_children: 1 }, element],
      columnData: [{ name: element.name, data: data as number[], ...column }],
      ...(groups ? { rowGroupSize: groups } : {}),
    }),
  );
}

const double: SchemaElement = { name: 'x', type: 'DOUBLE', repetition_type: 'OPTIONAL' };
const int: SchemaElement = { name: 'x', type: 'INT32', repetition_type: 'REQUIRED' };
const text: SchemaElement = { name: 'x', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' };

test('optional doubles with any pattern of nulls and any number of row groups', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.double({ noNaN: true })), { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('SNAPPY' as const, 'UNCOMPRESSED' as const),
      (data, groups, codec) => {
        const table = openTable(write(double, data, { groups, codec }));
        expect(table.rowCount).toBe(data.length);
        expect(table.values('x')).toEqual(data);
      },
    ),
  );
});

test('few distinct values come through a dictionary', () => {
  const data = Array.from({ length: 5000 }, (_, i) => ['north', 'south', null][i % 3] ?? null);
  expect(openTable(write(text, data)).values('x')).toEqual(data);
});

test.each<[Encoding, SchemaElement, unknown[]]>([
  ['DELTA_BINARY_PACKED', int, Array.from({ length: 300 }, (_, i) => (i * 37) % 91)],
  ['BYTE_STREAM_SPLIT', { ...double, repetition_type: 'REQUIRED' }, [1.5, -2.25, 1e300]],
  ['DELTA_LENGTH_BYTE_ARRAY', text, ['a', 'bcd', '', 'ef']],
  ['DELTA_BYTE_ARRAY', text, ['abc', 'abd', 'b']],
])('%s', (encoding, element, data) => {
  expect(openTable(write(element, data, { encoding })).values('x')).toEqual(data);
});

describe('logical types', () => {
  test.each<[string, SchemaElement, unknown[], unknown[]]>([
    ['dates are days', { ...int, converted_type: 'DATE' }, [new Date('1970-01-11'), new Date('1969-12-31')], [10, -1]],
    [
      'timestamps are days',
      { ...int, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
      [new Date('2020-01-01T06:00:00Z')],
      [18262],
    ],
    ['64-bit integers are numbers', { ...int, type: 'INT64' }, [7n, -3n], [7, -3]],
    ['unsigned integers are not negative', { ...int, converted_type: 'UINT_32' }, [4_000_000_000], [4_000_000_000]],
  ])('%s', (_, element, data, expected) => {
    expect(openTable(write(element, data)).values('x')).toEqual(expected);
  });
});

test('damaged bytes end with an error or with values, never with an endless loop', () => {
  const whole = write(
    text,
    Array.from({ length: 200 }, (_, i) => ['a', 'b', null][(i * i) % 3] ?? null),
  );
  const flips = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(flips, (places) => {
      const bytes = Uint8Array.from(whole);
      for (const [at, mask] of places) bytes[at] = (bytes[at] ?? 0) ^ mask;
      try {
        const table = openTable(bytes);
        for (const name of table.columns.keys()) expect(table.values(name)).toHaveLength(table.rowCount);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
    { numRuns: 500 },
  );
});
