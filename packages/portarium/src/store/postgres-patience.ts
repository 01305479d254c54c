/**
 * A server that does not answer would keep a process from ending. Once it is told to hurry, a connection whose answers do
 * not come for a while is hung up, so that whoever waits is told. One that answers is left alone however long ending takes:
 * calls that are still under way have an outcome to be written.
 */
import type pg from 'pg';
import { hangUp } from './postgres-sql.js';

/** How long a process that is asked to end waits for an answer: as long as for its own callers. */
export const lastPatienceMs = 5000;

const lookMs = 250;

interface Line {
  pending: number;
  /** When it was last heard of, or when somebody began to wait for it. */
  heardAt: number;
}

export class Patience {
  readonly #lines = new Map<pg.PoolClient, Line>();
  #looking: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool) {
    pool.on('connect', (client) => this.#listen(client));
    pool.on('remove', (client) => this.#lines.delete(client));
  }

  /** What was asked before is waited for from now on. */
  hurry(): void {
    if (this.#looking !== undefined) return;
    const now = performance.now();
    for (const line of this.#lines.values()) line.heardAt = now;
    this.#looking = setInterval(() => this.#look(), lookMs).unref();
  }

  /** Nobody asks any more. A server that is hurried and does not even say goodbye is not waited for either. */
  close(): void {
    if (this.#looking === undefined) return;
    const hangUpAll = (): void => {
      clearInterval(this.#looking);
      for (const client of this.#lines.keys()) hangUp(client);
    };
    setTimeout(hangUpAll, lastPatienceMs).unref();
  }

  #look(): void {
    const silentSince = performance.now() - lastPatienceMs;
    for (const [client, { pending, heardAt }] of this.#lines) if (pending > 0 && heardAt < silentSince) hangUp(client);
  }

  /** Every question is counted until its answer is there. */
  #listen(client: pg.PoolClient): void {
    const line: Line = { pending: 0, heardAt: 0 };
    this.#lines.set(client, line);
    const ask = client.query.bind(client) as (...question: unknown[]) => Promise<unknown>;
    const heard = (): void => {
      line.pending -= 1;
      line.heardAt = performance.now();
    };
    const counted = (...question: unknown[]): Promise<unknown> => {
      if (line.pending === 0) line.heardAt = performance.now();
      line.pending += 1;
      const answer = ask(...question);
      answer.then(heard, heard);
      return answer;
    };
    client.query = counted as typeof client.query;
  }
}
