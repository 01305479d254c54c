/**
 * What a group of transactions has read. They hold the lock of their workspace together, so that what one has read is true
 * for the next until one of them writes to that table.
 */
import type { SqlRow, SqlValue } from './sql.js';

export class GroupReads {
  readonly #tables = new Map<string, Map<string, Promise<SqlRow[]>>>();

  of(table: string, text: string, values: readonly SqlValue[], read: () => Promise<SqlRow[]>): Promise<SqlRow[]> {
    const known = this.#tables.get(table) ?? new Map<string, Promise<SqlRow[]>>();
    this.#tables.set(table, known);
    const key = JSON.stringify([text, values]);
    const rows = known.get(key) ?? read();
    known.set(key, rows);
    // Only answers are kept: what failed for one may be asked again by another.
    rows.catch(() => known.delete(key));
    return rows;
  }

  /** Somebody writes to the table, or to any. */
  forget(table: string | undefined): void {
    if (table === undefined) this.forgetAll();
    else this.#tables.delete(table);
  }

  forgetAll(): void {
    this.#tables.clear();
  }
}

const names = new Map<string, string | undefined>();

/** Which table a statement reads or writes. All of them are ours and name one, but for those that make the tables. */
export function tableOf(text: string): string | undefined {
  if (!names.has(text)) names.set(text, /^(?:INSERT INTO|DELETE FROM|SELECT .*? FROM) (\w+)/.exec(text)?.[1]);
  return names.get(text);
}
