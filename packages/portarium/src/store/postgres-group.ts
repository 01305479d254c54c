/**
 * Transactions of one workspace wait for each other, so those that wait share one transaction of the database: one lock,
 * one commit, one sync for all of them. Each stands behind a savepoint; one that fails takes nothing from the others, and
 * nobody is told that it is done before all of it is committed. Writes are sent without waiting for their answers, which
 * are asked for at the end, so that a transaction costs a round trip for each of its reads and one for all its writes.
 */
import type pg from 'pg';
import { appendEntries, ChainHeads } from './postgres-ledger.js';
import { sqlOn } from './postgres-sql.js';
import type { Sql } from './sql.js';
import type { Append } from './sql-store.js';

export interface Waiting {
  work(sql: Sql, append: Append): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Whoever comes later waits for the next commit, so that nobody waits long for this one. */
const mostTogether = 32;

/** Takes from the queue until it is empty or enough are together. Rejects only when the connection cannot be used any more. */
export async function commitTogether(client: pg.ClientBase, lock: bigint, queue: Waiting[]): Promise<void> {
  const done: (() => void)[] = [];
  const lost: ((error: unknown) => void)[] = [];
  try {
    // Each statement after this one sees everything that was committed before the lock was given.
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${lock})`);
    const heads = new ChainHeads();
    for (let next = queue.shift(); next !== undefined; next = done.length < mostTogether ? queue.shift() : undefined) {
      const { resolve, reject } = next;
      lost.push(reject);
      const value = await attempt(client, heads, next);
      if (value !== undefined) done.push(() => resolve(value.answer));
    }
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('The transaction was not committed.');
  } catch (error) {
    // To those that were refused before, this says nothing any more.
    for (const reject of lost) reject(error);
    throw error;
  }
  for (const resolve of done) resolve();
}

/** The answer once everything is written; nothing when it was refused, and then nothing of it is left. */
async function attempt(
  client: pg.ClientBase,
  heads: ChainHeads,
  { work, reject }: Waiting,
): Promise<{ readonly answer: unknown } | undefined> {
  const { sql, written } = deferred(client);
  await sql.run('SAVEPOINT work', []);
  try {
    const answer = await work(sql, (drafts) => appendEntries(sql, drafts, heads));
    await sql.run('RELEASE SAVEPOINT work', []);
    await written();
    return { answer };
  } catch (error) {
    const unwritten = await written().then(
      () => error,
      (cause: unknown) => cause,
    );
    // A read behind a write that failed only says that something failed before.
    reject((error as { code?: string }).code === '25P02' ? unwritten : error);
    heads.forget();
    await client.query('ROLLBACK TO SAVEPOINT work');
    return undefined;
  }
}

/** Reads are answered; writes are sent, and whether they all arrived is asked once. */
function deferred(client: pg.ClientBase): { readonly sql: Sql; written(): Promise<void> } {
  const direct = sqlOn(client);
  let sent: Promise<void>[] = [];
  return {
    sql: {
      all: direct.all,
      async run(text, values) {
        const answer = direct.run(text, values);
        answer.catch(() => {});
        sent.push(answer);
      },
    },
    async written() {
      const all = sent;
      sent = [];
      // The first that fails says why; those behind it only say that something failed before.
      for (const answer of all) await answer;
    },
  };
}
