import type { FileHandle } from 'node:fs/promises';
import { ParquetStream } from '../../../parquet/stream.js';
import type { TableColumn } from '../../../parquet/write.js';
import type { ScenarioResult } from '../../../simulation/index.js';
import type { OutputFolder } from '../../folder/output-folder.js';
import type { ResultsUnderWay, SimulationLayout } from './layout.js';

type Rows = ScenarioResult['tables'][number];

const scenarioColumn: TableColumn = { name: 'scenario_id', type: 'int32', nullable: false };

/** One file per table, `hydros.parquet`, with the scenario as its first column. */
export const tables: SimulationLayout = { open: (folder) => new Tables(folder) };

class Tables implements ResultsUnderWay {
  readonly #folder: OutputFolder;
  readonly #files = new Map<string, TableFile>();

  constructor(folder: OutputFolder) {
    this.#folder = folder;
  }

  async take({ scenario, tables: all }: ScenarioResult): Promise<void> {
    const filled = all.filter(({ rowCount }) => rowCount > 0);
    await Promise.all(filled.map(async (rows) => (await this.#file(rows)).add(scenario, rows)));
  }

  async finish(): Promise<readonly string[]> {
    for (const file of this.#files.values()) await file.finish();
    return [...this.#files.keys()];
  }

  async abandon(): Promise<void> {
    for (const file of this.#files.values()) await file.close();
  }

  async #file({ table }: Rows): Promise<TableFile> {
    const path = `${table.folder}.parquet`;
    const known = this.#files.get(path);
    if (known) return known;
    const cut = path.lastIndexOf('/');
    const folder = cut < 0 ? this.#folder : await this.#folder.folder(path.slice(0, cut));
    const made = new TableFile(await folder.create(path.slice(cut + 1)), [scenarioColumn, ...table.columns]);
    this.#files.set(path, made);
    return made;
  }
}

class TableFile {
  readonly #handle: FileHandle;
  readonly #stream: ParquetStream;

  constructor(handle: FileHandle, schema: readonly TableColumn[]) {
    this.#handle = handle;
    this.#stream = new ParquetStream(schema, (bytes) => handle.writeFile(bytes));
  }

  add(scenario: number, { columns, rowCount }: Rows): Promise<void> {
    return this.#stream.add([new Array<number>(rowCount).fill(scenario), ...columns]);
  }

  async finish(): Promise<void> {
    await this.#stream.finish();
    await this.#handle.sync();
    await this.#handle.close();
  }

  close(): Promise<void> {
    return this.#handle.close().catch(() => {});
  }
}
