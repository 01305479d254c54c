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
  #waiting: TableCell[][];

  constructor(schema: readonly TableColumn[], sink: Sink) {
    this.#schema = schema;
    this.#sink = sink;
    this.#waiting = schema.map(() => []);
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema: parquetSchema(schema), codec: 'SNAPPY' });
  }

  /** Columns in the order of the schema. */
  async add(columns: readonly (readonly TableCell[])[]): Promise<void> {
    columns.forEach((values, k) => {
      const kept = this.#waiting[k]!;
      for (const value of values) kept.push(value);
    });
    if ((this.#waiting[0]?.length ?? 0) >= groupRows) await this.#writeGroup();
  }

  async finish(): Promise<void> {
    await this.#writeGroup();
    await this.#writer.finish();
    await this.#flush();
  }

  async #writeGroup(): Promise<void> {
    const columns = this.#waiting;
    this.#waiting = this.#schema.map(() => []);
    if ((columns[0]?.length ?? 0) === 0) return;
    const columnData = this.#schema.map(({ name, type }, k) => columnOf(name, type, columns[k]!));
    await this.#writer.write({ columnData, rowGroupSize: columns[0]!.length });
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    await this.#sink(bytes);
  }
}
