/**
 * What a group of transactions has read. They hold the lock of their workspace together, so that what one has read is true
 * for the next until one of them writes to that row, or to that table where more than a row was asked for.
 */
import type { Place, SqlRow, SqlValue } from './sql.js';

export interface Question {
  readonly text: string;
  readonly values: readonly SqlValue[];
  readonly of?: Place | undefined;
}

/**
 * What the transactions of a workspace ask again and again: the last group asked it, and the one before. The next one sends
 * it along with its lock, which saves a round trip.
 */
export class Habits {
  #asked: ReadonlyMap<string, Question> = new Map();
  #again: readonly Question[] = [];

  get expected(): readonly Question[] {
    return this.#again;
  }

  learn(asked: ReadonlyMap<string, Question>): void {
    const both = [...asked].filter(([key]) => this.#asked.has(key)).map(([, question]) => question);
    this.#again = both.slice(0, mostExpected);
    this.#asked = asked;
  }
}

/** A server should not have to answer many questions that nobody may have this time. */
const mostExpected = 8;

interface Read {
  /** The row that was asked for, where it was one. */
  readonly row: string | undefined;
  readonly rows: Promise<SqlRow[]>;
}

export class GroupReads {
  readonly #tables = new Map<string, Map<string, Read>>();
  readonly #asked = new Map<string, Question>();

  /** Questions that somebody had, and that were answered. */
  get asked(): ReadonlyMap<string, Question> {
    return this.#asked;
  }

  /** Asked before anybody has the question. */
  expect(question: Question, ask: () => Promise<SqlRow[]>): void {
    const table = tableOf(question.text);
    if (table !== undefined) void this.#of(table, JSON.stringify([question.text, question.values]), question, ask);
  }

  of(table: string, question: Question, ask: () => Promise<SqlRow[]>): Promise<SqlRow[]> {
    const key = JSON.stringify([question.text, question.values]);
    const rows = this.#of(table, key, question, ask);
    rows.then(
      () => this.#asked.set(key, question),
      () => {},
    );
    return rows;
  }

  #of(table: string, key: string, question: Question, ask: () => Promise<SqlRow[]>): Promise<SqlRow[]> {
    const known = this.#tables.get(table) ?? new Map<string, Read>();
    this.#tables.set(table, known);
    const found = known.get(key);
    if (found !== undefined) return found.rows;
    const rows = ask();
    known.set(key, { row: question.of?.key, rows });
    // Only answers are kept: what failed for one may be asked again by another.
    rows.catch(() => known.delete(key));
    return rows;
  }

  /** Somebody writes to the row, to the table, or to any. */
  forget(table: string | undefined, row?: Place): void {
    if (table === undefined) this.forgetAll();
    else if (row === undefined) this.#tables.delete(table);
    else this.#forgetRow(this.#tables.get(table), row);
  }

  #forgetRow(known: Map<string, Read> | undefined, row: Place): void {
    for (const [key, read] of known ?? []) if (read.row === undefined || read.row === row.key) known?.delete(key);
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
