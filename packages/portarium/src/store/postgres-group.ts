/**
 * Transactions of one workspace wait for each other, so those that wait share one transaction of the database: one lock,
 * one commit, one sync for all of them, and what one has read is not asked for again. Each stands behind a savepoint; one
 * that fails takes nothing from the others, and nobody is told anything, not even a refusal, before all of it is committed.
 * Those that may be done again are done side by side (`postgres-pool.ts`), so that a group of them costs as much as one:
 * a round trip for the lock and the usual reads, one for other reads, and one for the writes with the commit.
 */
import type pg from 'pg';
import { count, raiseBy } from './counters.js';
import type { Keeping } from './keeping.js';
import { appendEntries, chainTail } from './postgres-append.js';
import { Pool } from './postgres-pool.js';
import { GroupReads, type Habits } from './postgres-reads.js';
import { inOnePiece, sqlOn } from './postgres-sql.js';
import { Statements } from './postgres-statements.js';
import { Tails } from './postgres-tails.js';
import type { Waiting } from './postgres-waiting.js';
import type { Sql } from './sql.js';

/** What a group holds: the lock's number, and the workspace it stands for. */
export interface Held {
  readonly lock: bigint;
  readonly workspaceId: string;
  readonly habits: Habits;
}

/** Whoever comes later waits for the next commit, so that nobody waits long for this one. */
const mostTogether = 32;

/** Takes from the queue until it is empty or enough are together. Rejects when nothing of it could be committed. */
export async function commitTogether(client: pg.ClientBase, held: Held, queue: Waiting[]): Promise<void> {
  const taken: Waiting[] = [];
  const group = new Group(client, held);
  try {
    await group.begin();
    const next = (): Waiting | undefined => (taken.length < mostTogether ? queue.shift() : undefined);
    do {
      for (let waiting = next(); waiting !== undefined; waiting = next()) {
        taken.push(waiting);
        await group.take(waiting);
      }
      // Others may have come while those that are taken were waited for.
    } while ((await group.settled()) && queue.length > 0 && taken.length < mostTogether);
    await group.commit();
  } catch (error) {
    for (const { reject } of taken) reject(error);
    throw error;
  }
  group.tell();
}

/** One that did its work. What it wrote was sent, and is not known to have arrived as long as it has statements. */
interface Attempt {
  readonly statements?: Statements;
  readonly waiting: Waiting;
  tell(): void;
}

type Written = Attempt & { readonly statements: Statements };

class Group {
  readonly #client: pg.ClientBase;
  readonly #held: Held;
  readonly #reads = new GroupReads();
  readonly #tails = new Tails();
  readonly #attempts: Attempt[] = [];
  #pool: Pool | undefined;
  /** Something was refused: from now on each is done by itself. */
  #isCareful = false;

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

  async take(waiting: Waiting): Promise<void> {
    if (!waiting.isRepeatable || this.#isCareful) {
      await this.#empty();
      return this.#attempt(waiting);
    }
    if (this.#pool === undefined) await this.#settled(this.#attempts.at(-1));
    this.#pool ??= new Pool({
      client: this.#client,
      reads: this.#reads,
      tails: this.#tails,
      marks: this.#attempts.length > 0,
      counter: (sql, name) => this.#counter(sql, name),
    });
    this.#pool.take(waiting);
  }

  /** Whether somebody had to be waited for. */
  async settled(): Promise<boolean> {
    if (this.#pool === undefined) return false;
    await this.#pool.settled();
    return true;
  }

  /** Goes on as soon as the writes are sent; whether they arrived is asked before the next one sends anything. */
  async #attempt(waiting: Waiting): Promise<void> {
    const ahead = this.#settled(this.#attempts.at(-1));
    ahead.catch(() => {});
    const statements = new Statements(this.#client, { reads: this.#reads, ahead, marks: this.#attempts.length > 0 });
    const attempt: Written = { statements, waiting, tell: () => {} };
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
    if (await this.#committedAtOnce()) return;
    await this.#empty();
    const last = this.#attempts.at(-1);
    if (this.#attempts.length > 1) await this.#settled(last);
    const ended = this.#client.query('COMMIT');
    ended.catch(() => {});
    await last?.statements?.answered().catch(inDoubt);
    if ((await ended.catch(inDoubt)).command !== 'COMMIT') throw new Error('The transaction was not committed.');
  }

  tell(): void {
    this.#held.habits.learn(this.#reads.asked);
    for (const attempt of this.#attempts) attempt.tell();
  }

  /** Resolves when it is written or taken back; rejects when the connection is of no use any more. */
  async #settled(attempt: Attempt | undefined): Promise<void> {
    try {
      await attempt?.statements?.answered();
    } catch (error) {
      await this.#takeBack(attempt as Written, error);
    }
  }

  async #takeBack(attempt: Written, error: unknown): Promise<void> {
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
    await this.#beginAnew();
  }

  async #beginAnew(): Promise<void> {
    await this.#client.query('ROLLBACK');
    await this.begin();
  }

  /** Those that were done side by side, and nobody else: their writes leave together with the commit. */
  async #committedAtOnce(): Promise<boolean> {
    const pool = this.#pool;
    if (pool === undefined || this.#attempts.length > 0 || pool.isBroken || pool.late.length > 0) return false;
    await pool.send(this.#held.workspaceId);
    const { command } = await this.#client.query('COMMIT').catch(inDoubt);
    await pool.answered();
    if (command !== 'COMMIT') pool.break();
    if (pool.isBroken) return false;
    this.#attempts.push(...pool.joined);
    this.#pool = undefined;
    return true;
  }

  /** Writes what those side by side have left to be written, or has each of them done again by itself. */
  async #empty(): Promise<void> {
    const pool = this.#pool;
    if (pool === undefined) return;
    this.#pool = undefined;
    await pool.settled();
    if (!pool.isBroken) await pool.send(this.#held.workspaceId);
    await pool.answered();
    if (pool.isBroken) await this.#undo(pool);
    else this.#attempts.push(...pool.joined);
    for (const waiting of pool.isBroken ? pool.taken : pool.late) await this.#attempt(waiting);
  }

  async #undo(pool: Pool): Promise<void> {
    this.#isCareful = true;
    this.#tails.forget();
    if (!pool.hasBegun) return;
    this.#reads.forgetAll();
    if (pool.isMarked) await this.#client.query('ROLLBACK TO SAVEPOINT work');
    else await this.#beginAnew();
  }

  #expect(sql: Sql): void {
    void chainTail(sql, this.#tails, this.#held.workspaceId);
    void this.#counter(sql, 'outbox');
    for (const question of this.#held.habits.expected)
      this.#reads.expect(question, () => sql.all(question.text, question.values));
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
