/**
 * DuckDB, locked in. An instance may read one output directory and nothing else: no other file, no network, no extension,
 * no spill files, no change of settings. Statements are prepared, one at a time, and only SELECT is accepted; values are
 * bound, and names of columns come from the files themselves.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';
import { requireRegularFile } from './regular-file.js';

/** A list is one of files, by their canonical paths. */
export type BoundValue = number | string | readonly string[];

export interface QueryEngineOptions {
  readonly threads?: number;
  readonly memoryLimit?: string;
  /** Instances that are kept for the next question about the same directory. */
  readonly kept?: number;
}

/** The only kind of statement this engine runs; the number is DuckDB's own. */
const selectStatement = 1;

export class QueryEngine {
  readonly #options: QueryEngineOptions;
  readonly #instances = new Map<string, Kept>();

  constructor(options: QueryEngineOptions = {}) {
    this.#options = options;
  }

  /** Runs `work` with a connection that can read `directory`; an abort interrupts the query at hand. */
  async using<T>(
    directory: string,
    signal: AbortSignal | undefined,
    work: (connection: QueryConnection) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const instance = await this.#instance(directory, await revisionOf(directory));
    const connection = await instance.connect();
    const interrupt = (): void => connection.interrupt();
    signal?.addEventListener('abort', interrupt, { once: true });
    try {
      const answer = await work(new QueryConnection(connection));
      // An interrupted stream may end like one that has no more rows.
      signal?.throwIfAborted();
      return answer;
    } finally {
      signal?.removeEventListener('abort', interrupt);
      connection.closeSync();
    }
  }

  /** DuckDB keeps what it has read by time and size of a file; a run that was replaced gets an instance of its own. */
  #instance(directory: string, revision: string): Promise<DuckDBInstance> {
    const known = this.#instances.get(directory);
    this.#instances.delete(directory);
    const kept = known?.revision === revision ? known : { revision, instance: openInstance(directory, this.#options) };
    this.#instances.set(directory, kept);
    kept.instance.catch(() => this.#instances.delete(directory));
    this.#dropOldest();
    return kept.instance;
  }

  /** A dropped instance is freed by the garbage collector once no connection uses it. */
  #dropOldest(): void {
    const [oldest] = this.#instances.keys();
    if (oldest !== undefined && this.#instances.size > (this.#options.kept ?? 4)) this.#instances.delete(oldest);
  }
}

interface Kept {
  readonly revision: string;
  readonly instance: Promise<DuckDBInstance>;
}

/** Files every run writes anew, by renaming, so that their inode and their time to the nanosecond tell runs apart. */
const marks = ['.', 'training/_SUCCESS', 'training/metadata.json', 'simulation/_SUCCESS', 'simulation/metadata.json'];

async function revisionOf(directory: string): Promise<string> {
  const found = await Promise.all(
    marks.map((mark) =>
      stat(join(directory, mark), { bigint: true }).then(
        ({ ino, mtimeNs }) => `${ino}:${mtimeNs}`,
        () => '-',
      ),
    ),
  );
  return found.join();
}

async function openInstance(directory: string, options: QueryEngineOptions): Promise<DuckDBInstance> {
  // 70 MB of native code: loaded when the first question comes, not when a server starts.
  const { DuckDBInstance: Instance } = await import('@duckdb/node-api');
  const instance = await Instance.create(':memory:', {
    threads: String(options.threads ?? 2),
    memory_limit: options.memoryLimit ?? '512MB',
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    // The system keeps files in memory already; a second copy would grow with the results.
    enable_external_file_cache: 'false',
  });
  const connection = await instance.connect();
  // Every question reads the footers of all files; they are kept until the file changes.
  await connection.run('SET GLOBAL parquet_metadata_cache=true');
  // The order matters: after the second line nothing outside can be allowed any more, after the third nothing changes.
  const allowed = [...new Set([directory, literalPath(directory)])].map((path) => quotedText(`${path}/`));
  await connection.run(`SET allowed_directories=[${allowed.join()}]`);
  await connection.run('SET enable_external_access=false');
  await connection.run('SET lock_configuration=true');
  connection.closeSync();
  return instance;
}

/** One connection to the engine, for the questions of one call. */
export class QueryConnection {
  readonly #connection: DuckDBConnection;
  readonly #regular = new Set<string>();

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** Rows as they come, chunk by chunk. */
  async stream(sql: string, values: readonly BoundValue[]) {
    await this.#requireRegular(values);
    const statement = await this.#connection.prepare(sql);
    if (statement.statementType !== selectStatement) throw new Error('Only questions are answered here.');
    await bind(statement, values);
    return statement.stream();
  }

  /** Lists among the values are names of files. */
  async #requireRegular(values: readonly BoundValue[]): Promise<void> {
    const unknown = values.flatMap((value) => (typeof value === 'object' ? value : []));
    for (const path of unknown.filter((name) => !this.#regular.has(name))) {
      await requireRegularFile(path);
      this.#regular.add(path);
    }
  }

  async all(sql: string, values: readonly BoundValue[]) {
    const result = await this.stream(sql, values);
    return { names: result.columnNames(), types: result.columnTypes(), rows: await result.getRows() };
  }
}

async function bind(statement: DuckDBPreparedStatement, values: readonly BoundValue[]): Promise<void> {
  const { LIST, VARCHAR } = await import('@duckdb/node-api');
  values.forEach((value, k) => {
    if (typeof value === 'number') bindNumber(statement, k + 1, value);
    else if (typeof value === 'string') statement.bindVarchar(k + 1, value);
    else statement.bindList(k + 1, value.map(literalPath), LIST(VARCHAR));
  });
}

/**
 * Ids are 32-bit integers in the tables. Compared with a double the column would be converted first, and no row group
 * could be passed over by its least and greatest value.
 */
function bindNumber(statement: DuckDBPreparedStatement, at: number, value: number): void {
  if ((value | 0) === value) statement.bindInteger(at, value);
  else statement.bindDouble(at, value);
}

/** DuckDB takes paths for patterns; each sign of one stands for itself when it is a set of one. */
function literalPath(path: string): string {
  return path.replaceAll(/[*?[]/g, '[$&]');
}

export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A column name that is known to exist, as SQL wants it written. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
