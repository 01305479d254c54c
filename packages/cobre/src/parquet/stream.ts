/** A Parquet file that is written as its rows come, so that memory holds one group of rows, however long the table is. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { columnOf, parquetSchema, type TableCell, type TableColumn } from './write.js';

/** Rows of a group: enough to be read quickly and to share a dictionary, few enough to be nothing in memory. */
const groupRows = 60_000;

type Sink = (bytes: Uint8Array) => Promise<void>;

export class ParquetStream {
  readonly #schema: readonly TableColumn[];
  readonly #sink: Sink;
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  /** What came since the last group, by column: whole pieces, joined when the group is written. */
  #waiting: (readonly TableCell[])[][];
  #rows = 0;

  constructor(schema: readonly TableColumn[], sink: Sink) {
    this.#schema = schema;
    this.#sink = sink;
    this.#waiting = schema.map(() => []);
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema: parquetSchema(schema), codec: 'SNAPPY' });
  }

  /** Columns in the order of the schema. */
  async add(columns: readonly (readonly TableCell[])[]): Promise<void> {
    for (const [k, values] of columns.entries()) this.#waiting[k]!.push(values);
    this.#rows += columns[0]?.length ?? 0;
    if (this.#rows >= groupRows) await this.#writeGroup();
  }

  async finish(): Promise<void> {
    await this.#writeGroup();
    await this.#writer.finish();
    await this.#flush();
  }

  async #writeGroup(): Promise<void> {
    const [pieces, rows] = [this.#waiting, this.#rows];
    this.#waiting = this.#schema.map(() => []);
    this.#rows = 0;
    if (rows === 0) return;
    const columnData = this.#schema.map(({ name, type }, k) => columnOf(name, type, joined(pieces[k]!)));
    await this.#writer.write({ columnData, rowGroupSize: rows });
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    await this.#sink(bytes);
  }
}

function joined(pieces: readonly (readonly TableCell[])[]): readonly TableCell[] {
  return ([] as TableCell[]).concat(...pieces);
}
