import type { DuckDBType } from '@duckdb/node-api';
import { ParquetStream } from '../../parquet/stream.js';
import type { TableCell, TableColumnType } from '../../parquet/write.js';
import { jsonScalar } from '../json-values.js';
import type { EncoderKind } from './encoder.js';

/** Parquet with Snappy, group by group; numbers keep their width, everything else travels as text. */
export const parquet: EncoderKind = {
  extension: 'parquet',
  open(names, types, sink) {
    const kinds = names.map((_, k) => kindOf(types[k]));
    const schema = names.map((name, k) => ({ name, type: kinds[k]!, nullable: true }));
    const stream = new ParquetStream(schema, sink);
    return {
      begin: async () => {},
      chunk: (columns) => stream.add(columns.map((values, k) => values.map(cellOf(kinds[k]!)))),
      end: () => stream.finish(),
    };
  },
};

const computed: Readonly<Record<string, TableColumnType>> = {
  TINYINT: 'int8',
  SMALLINT: 'int32',
  INTEGER: 'int32',
  UINTEGER: 'uint32',
  BIGINT: 'int64',
  UBIGINT: 'uint64',
  FLOAT: 'double',
  DOUBLE: 'double',
  BOOLEAN: 'boolean',
};

/** A table without rows may have no types either. */
const kindOf = (type: DuckDBType | undefined): TableColumnType => computed[String(type)] ?? 'string';

function cellOf(kind: TableColumnType): (value: unknown) => TableCell {
  if (kind !== 'string') return (value) => (value ?? null) as TableCell;
  return (value) => {
    const plain = jsonScalar(value);
    return plain === null ? null : String(plain);
  };
}
