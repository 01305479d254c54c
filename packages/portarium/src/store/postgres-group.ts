/**
 * Transactions of one workspace wait for each other, so those that wait share one transaction of the database: one lock,
 * one commit, one sync for all of them, and what one has read is not asked for again. Each stands behind a savepoint; one
 * that fails takes nothing from the others, and nobody is told anything, not even a refusal, before all of it is committed.
 * A start of a run alone costs three round trips: the lock, its reads, its writes with the commit.
 */
import type pg from 'pg';
import { count, raiseBy } from './counters.js';
import type { Keeping } from './keeping.js';
import { appendEntries, chainTail } from './postgres-append.js';
import { GroupReads } from './postgres-reads.js';
import { inOnePiece, sqlOn } from './postgres-sql.js';
import { Statements } from './postgres-statements.js';
import { Tails } from './postgres-tails.js';
import type { Sql } from './sql.js';

export interface Waiting {
  work(sql: Sql, keeping: Keeping): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What a group holds: the lock's number, and the workspace it stands for. */
export interface Held {
  readonly lock: bigint;
  readonly workspaceId: string;
}

/** Whoever comes later waits for the next commit, so that nobody waits long for this one. */
const mostTogether = 32;

/** Takes from the queue until it is empty or enough are together. Rejects when nothing of it could be committed. */
export async function commitTogether(client: pg.ClientBase, held: Held, queue: Waiting[]): Promise<void> {
  const taken: Waiting[] = [];
  const group = new Group(client, held);
  try {
    await group.begin();
    for (let next = queue.shift(); next !== undefined; next = taken.length < mostTogether ? queue.shift() : undefined) {
      taken.push(next);
      await group.attempt(next);
    }
    await group.commit();
  } catch (error) {
    for (const { reject } of taken) reject(error);
    throw error;
  }
  group.tell();
}

/** One that did its work; what it wrote was sent, and is not known to have arrived. */
interface Attempt {
  readonly statements: Statements;
  readonly waiting: Waiting;
  tell(): void;
}

class Group {
  readonly #client: pg.ClientBase;
  readonly #held: Held;
  readonly #reads = new GroupReads();
  readonly #tails = new Tails();
  readonly #attempts: Attempt[] = [];

  constructor(client: pg.ClientBase, held: Held) {
    this.#client = client;
    this.#held = held;
  }

  /** Each statement after this one sees everything that was committed before the lock was given. */
  async begin(): Promise<void> {
    const { lock, workspaceId } = this.#held;
    let begun: Promise<unknown> | undefined;
    inOnePiece(this.#client, () => {
      begun = this.#client.query(`BEGIN; SELECT pg_advisory_xact_lock(${lock})`);
      // Whoever writes needs these, and they come with the same answer.
      if (workspaceId !== '') this.#expect(sqlOn(this.#client));
    });
    await begun;
  }

  /** Goes on as soon as the writes are sent; whether they arrived is asked before the next one sends anything. */
  async attempt(waiting: Waiting): Promise<void> {
    const ahead = this.#settled(this.#attempts.at(-1));
    ahead.catch(() => {});
    const statements = new Statements(this.#client, { reads: this.#reads, ahead, marks: this.#attempts.length > 0 });
    const attempt: Attempt = { statements, waiting, tell: () => {} };
    try {
      const answer = await waiting.work(statements, this.#keeping(statements, ahead));
      await statements.end();
      attempt.tell = () => waiting.resolve(answer);
    } catch (error) {
      await ahead;
      await this.#takeBack(attempt, error);
    }
    this.#attempts.push(attempt);
  }

  /** One that is alone is not waited for: its commit is a rollback when something failed, and the failure says why. */
  async commit(): Promise<void> {
    const last = this.#attempts.at(-1);
    if (this.#attempts.length > 1) await this.#settled(last);
    const ended = this.#client.query('COMMIT');
    ended.catch(() => {});
    await last?.statements.answered().catch(inDoubt);
    if ((await ended.catch(inDoubt)).command !== 'COMMIT') throw new Error('The transaction was not committed.');
  }

  tell(): void {
    for (const attempt of this.#attempts) attempt.tell();
  }

  /** Resolves when it is written or taken back; rejects when the connection is of no use any more. */
  async #settled(attempt: Attempt | undefined): Promise<void> {
    try {
      await attempt?.statements.answered();
    } catch (error) {
      await this.#takeBack(attempt as Attempt, error);
    }
  }

  async #takeBack(attempt: Attempt, error: unknown): Promise<void> {
    const { statements, waiting } = attempt;
    const unwritten = await statements.answered().then(
      () => error,
      (cause: unknown) => cause,
    );
    // A statement behind one that failed only says that something failed before.
    const reason = (error as { code?: string }).code === '25P02' ? unwritten : error;
    attempt.tell = () => waiting.reject(reason);
    this.#tails.forget();
    if (!statements.hasBegun) return;
    this.#reads.forgetAll();
    if (statements.isMarked) return void (await this.#client.query('ROLLBACK TO SAVEPOINT work'));
    // Nobody came before it.
    await this.#client.query('ROLLBACK');
    await this.begin();
  }

  #expect(sql: Sql): void {
    void chainTail(sql, this.#tails, this.#held.workspaceId);
    void this.#counter(sql, 'outbox');
  }

  #counter(sql: Sql, counter: string): Promise<number> {
    return this.#tails.of(`counter ${counter}`, () => count(sql, this.#held.workspaceId, counter));
  }

  #keeping(sql: Statements, ahead: Promise<void>): Keeping {
    return {
      append: async (drafts, isNew) => {
        await ahead;
        await appendEntries(sql, drafts, this.#tails, isNew);
      },
      raise: async (counter, by) => {
        await ahead;
        const before = await this.#counter(sql, counter);
        this.#tails.set(`counter ${counter}`, before + by);
        await raiseBy(sql, this.#held.workspaceId, counter, by);
        return before;
      },
    };
  }
}

/** The commit was sent: a line that breaks now leaves open whether it arrived. */
function inDoubt(error: Error): never {
  throw Object.assign(error, { isInDoubt: true });
}
