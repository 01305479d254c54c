/**
 * The statements of one transaction in a group. Reads are answered from what the group knows, else by the database. Writes
 * are kept back until somebody reads what they write or the transaction ends, and sent without waiting for their answers.
 * Nothing is sent before the transaction ahead is known to be written, so that a failure is always the own one.
 */
import type pg from 'pg';
import { batched, type Write } from './postgres-batches.js';
import { type GroupReads, tableOf } from './postgres-reads.js';
import { inOnePiece, sqlOn } from './postgres-sql.js';
import type { Place, Sql, SqlRow, SqlValue, WholeRow } from './sql.js';

export interface Surrounded {
  readonly reads: GroupReads;
  readonly ahead: Promise<void>;
  /** Whether others have written before in this group, so that a savepoint must stand between them and us. */
  readonly marks: boolean;
}

export class Statements implements Sql {
  readonly #client: pg.ClientBase;
  readonly #direct: Sql;
  readonly #around: Surrounded;
  readonly #written = new Set<string | undefined>();
  #unsent: Write[] = [];
  #sent: Promise<void>[] = [];
  #hasBegun = false;

  constructor(client: pg.ClientBase, around: Surrounded) {
    this.#client = client;
    this.#direct = sqlOn(client);
    this.#around = around;
  }

  /** Whether the database has heard of it, so that there may be something to take back. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isMarked(): boolean {
    return this.#hasBegun && this.#around.marks;
  }

  async all(text: string, values: readonly SqlValue[], of?: Place): Promise<SqlRow[]> {
    const table = tableOf(text);
    if (table !== undefined && !this.#written.has(table) && !this.#written.has(undefined))
      return this.#around.reads.of(table, { text, values, of }, () => this.#ask(text, values));
    // What stands behind own writes is nobody else's business before they are known to have arrived.
    await this.#send();
    return this.#ask(text, values);
  }

  async run(text: string, values: readonly SqlValue[], row?: WholeRow): Promise<void> {
    const table = tableOf(text);
    this.#written.add(table);
    this.#around.reads.forget(table, row);
    this.#unsent.push({ table, text, values, row });
  }

  /** Sends what is left. The savepoint stays: it goes with the commit, and the next one stands before it. */
  end(): Promise<void> {
    return this.#send();
  }

  /** Rejects with the first failure: those behind it only say that something failed before. */
  async answered(): Promise<void> {
    const all = this.#sent;
    this.#sent = [];
    for (const answer of all) await answer;
  }

  async #ask(text: string, values: readonly SqlValue[]): Promise<SqlRow[]> {
    await this.#around.ahead;
    this.#begin();
    return this.#direct.all(text, values);
  }

  async #send(): Promise<void> {
    if (this.#unsent.length === 0) return;
    await this.#around.ahead;
    const writes = batched(this.#unsent);
    this.#unsent = [];
    inOnePiece(this.#client, () => {
      this.#begin();
      for (const { text, values } of writes) this.#go(text, values);
    });
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (this.#around.marks) this.#go('SAVEPOINT work', []);
  }

  #go(text: string, values: readonly SqlValue[]): void {
    const answer = this.#direct.run(text, values);
    answer.catch(() => {});
    this.#sent.push(answer);
  }
}
