/** The statements of a transaction that is done beside others: what it has read, and what it would write. */
import type { Write } from './postgres-batches.js';
import { type GroupReads, tableOf } from './postgres-reads.js';
import type { Place, Sql, SqlRow, SqlValue, WholeRow } from './sql.js';

const wholeTable = '';

/** Rows of tables, by their keys. */
export class Rows {
  readonly #tables = new Map<string | undefined, Set<string>>();

  add(table: string | undefined, key: string = wholeTable): void {
    const keys = this.#tables.get(table) ?? new Set();
    this.#tables.set(table, keys.add(key));
  }

  addAll(others: Rows): void {
    for (const [table, keys] of others.#tables) for (const key of keys) this.add(table, key);
  }

  has(table: string | undefined, key: string = wholeTable): boolean {
    const keys = this.#tables.get(table);
    return keys !== undefined && (key === wholeTable || keys.has(wholeTable) || keys.has(key));
  }

  meets(others: Rows): boolean {
    return [...this.#tables].some(([table, keys]) => [...keys].some((key) => others.has(table, key)));
  }
}

/** It would have to see what it, or one ahead of it, has written and nobody has sent yet. */
export class OutOfTurn extends Error {}

export class Member implements Sql {
  readonly read = new Rows();
  readonly written = new Rows();
  readonly writes: Write[] = [];
  readonly raised = new Map<string, number>();
  /** Whether it was given places in a chain or a counter. */
  isNumbered = false;
  readonly #reads: GroupReads;
  readonly #ask: Sql['all'];
  #isOut = false;

  constructor(reads: GroupReads, ask: Sql['all']) {
    this.#reads = reads;
    this.#ask = ask;
  }

  /** Whether it asked for what it could not be told, whatever it made of that. */
  get isOut(): boolean {
    return this.#isOut;
  }

  async all(text: string, values: readonly SqlValue[], of?: Place): Promise<SqlRow[]> {
    const table = tableOf(text);
    this.read.add(table, of?.key);
    this.#isOut ||= table === undefined || this.written.has(table, of?.key);
    if (table === undefined || this.#isOut) throw new OutOfTurn();
    return this.#reads.of(table, { text, values, of }, () => this.#ask(text, values));
  }

  async run(text: string, values: readonly SqlValue[], row?: WholeRow): Promise<void> {
    const table = tableOf(text);
    this.written.add(table, row?.key);
    this.writes.push({ table, text, values, row });
  }

  raise(counter: string, by: number): void {
    this.written.add('counters', counter);
    this.raised.set(counter, (this.raised.get(counter) ?? 0) + by);
  }
}
