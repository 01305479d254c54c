/**
 * Transactions of a group that may be done again, side by side. Each reads what was there before all of them and keeps what
 * it writes to itself; then they join in the order in which they came, and what they wrote is sent together, in one
 * statement with the rows of all. One that has read what somebody ahead of it writes waits and is done again by itself, and
 * all of them are when the database refuses anything.
 */
import type pg from 'pg';
import { raiseBy } from './counters.js';
import type { Keeping } from './keeping.js';
import { appendEntries } from './postgres-append.js';
import { batched, type Write } from './postgres-batches.js';
import { Member, OutOfTurn, Rows } from './postgres-member.js';
import type { GroupReads } from './postgres-reads.js';
import { inOnePiece, sqlOn } from './postgres-sql.js';
import type { Tails } from './postgres-tails.js';
import type { Waiting } from './postgres-waiting.js';
import type { Sql } from './sql.js';

export interface PoolGround {
  readonly client: pg.ClientBase;
  readonly reads: GroupReads;
  readonly tails: Tails;
  /** Whether others of the group have written before, so that a savepoint must stand between them and us. */
  readonly marks: boolean;
  /** Where a counter stands. */
  counter(sql: Sql, name: string): Promise<number>;
}

/** One that has joined, and what it is told in the end. */
export interface Joined {
  readonly waiting: Waiting;
  tell(): void;
}

export class Pool {
  readonly #ground: PoolGround;
  readonly #direct: Sql;
  readonly #written = new Rows();
  readonly #writes: Write[] = [];
  readonly #raised = new Map<string, number>();
  readonly #taken: Waiting[] = [];
  readonly #joined: Joined[] = [];
  readonly #late: Waiting[] = [];
  #sent: Promise<unknown>[] = [];
  #turn: Promise<void> = Promise.resolve();
  #hasBegun = false;
  #isBroken = false;

  constructor(ground: PoolGround) {
    this.#ground = ground;
    this.#direct = sqlOn(ground.client);
  }

  /** Whether something was refused, so that nothing of it may be committed. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Whether the database has heard of it, so that there may be something to take back. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isMarked(): boolean {
    return this.#hasBegun && this.#ground.marks;
  }

  get taken(): readonly Waiting[] {
    return this.#taken;
  }

  get joined(): readonly Joined[] {
    return this.#joined;
  }

  /** Those that have to be done by themselves when the others are written. */
  get late(): readonly Waiting[] {
    return this.#late;
  }

  take(waiting: Waiting): void {
    this.#taken.push(waiting);
    this.#turn = this.#carryOut(waiting, this.#turn);
  }

  settled(): Promise<void> {
    return this.#turn;
  }

  /** Sent without waiting for the answers. */
  async send(workspaceId: string): Promise<void> {
    const raising = this.#member();
    for (const [counter, by] of this.#raised) await raiseBy(raising, workspaceId, counter, by);
    const writes = [...this.#writes, ...raising.writes];
    if (writes.length === 0) return;
    for (const { table, row } of writes) this.#ground.reads.forget(table, row);
    inOnePiece(this.#ground.client, () => {
      this.#begin();
      for (const { text, values } of batched(writes)) this.#go(this.#direct.run(text, values));
    });
  }

  async answered(): Promise<void> {
    for (const answer of this.#sent) await answer.catch(() => this.break());
  }

  break(): void {
    this.#isBroken = true;
  }

  #member(): Member {
    return new Member(this.#ground.reads, this.#ask);
  }

  async #carryOut(waiting: Waiting, turn: Promise<void>): Promise<void> {
    const member = this.#member();
    const ended = await waiting.work(member, this.#keeping(member, turn)).then(
      (answer) => () => waiting.resolve(answer),
      (error: unknown) => error as Error,
    );
    await turn;
    const isWhole = this.#isInTurn(member) && typeof ended === 'function';
    if (member.isNumbered && !isWhole) this.break();
    if (!this.#isInTurn(member)) return void this.#late.push(waiting);
    if (typeof ended === 'function') this.#join(member);
    this.#joined.push({ waiting, tell: typeof ended === 'function' ? ended : () => waiting.reject(ended) });
  }

  #isInTurn(member: Member): boolean {
    return !member.isOut && !member.read.meets(this.#written);
  }

  #join(member: Member): void {
    this.#written.addAll(member.written);
    this.#writes.push(...member.writes);
    for (const [counter, by] of member.raised) this.#raised.set(counter, (this.#raised.get(counter) ?? 0) + by);
  }

  /** What is numbered is numbered in turn. Whoever fails after that has taken numbers that others must not miss. */
  #keeping(member: Member, turn: Promise<void>): Keeping {
    const { tails, counter } = this.#ground;
    const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
      await turn;
      if (!this.#isInTurn(member)) throw new OutOfTurn();
      member.isNumbered = true;
      return work();
    };
    const asked: Sql = { all: this.#ask, run: (...statement) => member.run(...statement) };
    return {
      append: (drafts, isNew) => inTurn(() => appendEntries(asked, drafts, tails, isNew)),
      raise: (name, by) =>
        inTurn(async () => {
          const before = await counter(asked, name);
          tails.set(`counter ${name}`, before + by);
          member.raise(name, by);
          return before;
        }),
    };
  }

  readonly #ask: Sql['all'] = (text, values) => {
    this.#begin();
    const answer = this.#direct.all(text, values);
    answer.catch(() => this.break());
    return answer;
  };

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (this.#ground.marks) this.#go(this.#direct.run('SAVEPOINT work', []));
  }

  #go(answer: Promise<unknown>): void {
    answer.catch(() => {});
    this.#sent.push(answer);
  }
}
