import type { DuckDBType } from '@duckdb/node-api';
import type { DataType } from 'apache-arrow';
import { jsonScalar } from '../json-values.js';
import type { EncoderKind } from './encoder.js';

type Arrow = typeof import('apache-arrow');

/** Rows per record batch: large enough to be read quickly, small enough to be nothing in memory. */
const batchRows = 32_768;
const mostWaitingBytes = 16 * 1024 * 1024;

/** The Arrow IPC file format (Feather V2), readable by every Arrow library. */
export const arrow: EncoderKind = {
  extension: 'arrow',
  async open(names, types, sink) {
    const library = await import('apache-arrow');
    // A table without rows may have no types either.
    const columnTypes = names.map((_, k) => (types[k] ? arrowType(types[k], library) : new library.Utf8()));
    const fields = names.map((name, k) => new library.Field(name, columnTypes[k]!, true));
    const schema = new library.Schema(fields);
    const writer = new library.RecordBatchFileWriter();
    let waitingBytes = 0;
    let failure: unknown;
    const drained = (async () => {
      for await (const bytes of writer) {
        await sink(bytes);
        waitingBytes -= bytes.byteLength;
      }
    })();
    // Nobody waits for it before the end; a disk that fills up meanwhile is told with the next batch.
    drained.catch((error) => {
      failure = error;
    });
    const room = async (): Promise<void> => {
      while (failure === undefined && waitingBytes > mostWaitingBytes)
        await new Promise((resolve) => setImmediate(resolve));
      if (failure !== undefined) throw failure;
    };
    let kept: unknown[][] = names.map(() => []);
    const flush = async (): Promise<void> => {
      const batch = batchOf(library, schema, kept, columnTypes);
      kept = names.map(() => []);
      waitingBytes += batch.data.byteLength;
      writer.write(batch);
      await room();
    };
    return {
      begin: async () => {},
      async chunk(columns) {
        columns.forEach((values, k) => {
          const convert = converterOf(columnTypes[k]!, library);
          for (const value of values) kept[k]!.push(convert(value));
        });
        if ((kept[0]?.length ?? 0) >= batchRows) await flush();
      },
      async end() {
        await flush();
        writer.finish();
        writer.close();
        await drained;
      },
    };
  },
};

function batchOf(library: Arrow, schema: InstanceType<Arrow['Schema']>, columns: unknown[][], types: DataType[]) {
  const children = columns.map((values, k) => library.vectorFromArray(values, types[k]!).data[0]!);
  const length = columns[0]?.length ?? 0;
  const struct = library.makeData({ type: new library.Struct(schema.fields), length, nullCount: 0, children });
  return new library.RecordBatch(schema, struct);
}

/** Types that a reader computes with keep their width; everything else travels as text. */
const computed = {
  TINYINT: 'Int8',
  SMALLINT: 'Int16',
  INTEGER: 'Int32',
  UINTEGER: 'Uint32',
  BIGINT: 'Int64',
  UBIGINT: 'Uint64',
  FLOAT: 'Float32',
  DOUBLE: 'Float64',
  BOOLEAN: 'Bool',
} as const;

function arrowType(type: DuckDBType, library: Arrow): DataType {
  return new library[computed[type.toString() as keyof typeof computed] ?? 'Utf8']();
}

function converterOf(type: DataType, library: Arrow): (value: unknown) => unknown {
  if (!library.DataType.isUtf8(type)) return (value) => value ?? null;
  return (value) => {
    const plain = jsonScalar(value);
    return plain === null ? null : String(plain);
  };
}
