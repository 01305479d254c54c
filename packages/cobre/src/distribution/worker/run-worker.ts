/**
 * A worker: says that it is there, takes part in the study it is invited to, and solves what it is given until it is told to
 * stop. It runs nothing but the engine it is: what comes over the network is numbers.
 */
import { hostname } from 'node:os';
import type { NatsConnection, Subscription } from '@nats-io/nats-core';
import { newSecret } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import { isSolver, memoryOfMachine } from '../../sddp/index.js';
import { version } from '../../version.js';
import { connectNats } from '../wire/connect.js';
import { encode } from '../wire/encode.js';
import { mostLetterBytes, requireStudySize } from '../wire/limits.js';
import { Link } from '../wire/link.js';
import { type Invitation, type Presence, read, type Summons, summons, type Welcome, work } from '../wire/messages.js';
import { type NatsSettings, shownAddress } from '../wire/server-settings.js';
import { studyOf } from '../wire/study.js';
import { fetchStudy } from '../wire/study-store.js';
import { subjects } from '../wire/subjects.js';
import { Workshop } from './workshop.js';

export interface WorkerOptions {
  readonly nats: NatsSettings;
  readonly threads: number;
  readonly signal: AbortSignal;
  /** What whoever looks on is told. */
  readonly tell: (news: WorkerNews) => void;
}

export type WorkerNews =
  | { readonly type: 'waiting'; readonly worker: string; readonly server: string; readonly threads: number }
  | { readonly type: 'joined'; readonly study: string; readonly bytes: number }
  | { readonly type: 'declined'; readonly reason: string }
  | { readonly type: 'disconnected' | 'connected' };

const presenceMs = 1000;
/** A coordinator that has asked for nothing for so long may be gone. */
const patienceMs = 10_000;

export async function runWorker(options: WorkerOptions): Promise<void> {
  const { nats, threads, signal, tell } = options;
  const connection = await connectNats(nats, 'cobre worker', true);
  const worker = new StudyWorker(connection, options);
  tell({ type: 'waiting', worker: worker.name, server: shownAddress(nats.url), threads });
  void watch(connection, tell);
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
    worker.failed.catch(reject);
  }).finally(() => worker.close());
}

async function watch(connection: NatsConnection, tell: WorkerOptions['tell']): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') tell({ type: 'disconnected' });
    if (type === 'reconnect') tell({ type: 'connected' });
  }
}

class StudyWorker {
  readonly name = `${hostname()
    .replaceAll(/[^A-Za-z0-9_-]/g, '-')
    .slice(0, 32)}-${newSecret(4, 'hex')}`;
  /** Rejected when a thread of ours ended. */
  readonly failed: Promise<never>;
  readonly #connection: NatsConnection;
  readonly #options: WorkerOptions;
  readonly #link: Link;
  readonly #timer: NodeJS.Timeout;
  #fail: (cause: unknown) => void = () => {};
  #workshop: Workshop | undefined;
  #listens: Subscription | undefined;
  /** The invitation that is being followed; the next one waits for it. */
  #following: Promise<unknown> = Promise.resolve();
  #solvesBefore = 0;
  #saidAt = performance.now();

  constructor(connection: NatsConnection, options: WorkerOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#link = new Link(connection, mostLetterBytes);
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => {});
    const { prefix } = options.nats;
    this.#link.serve(subjects.invitation(prefix, this.name), (bytes) => this.#summoned(read(summons, bytes)));
    connection.subscribe(subjects.call(prefix), { callback: () => this.#sayPresence() });
    this.#timer = setInterval(() => this.#sayPresence(), presenceMs);
    this.#sayPresence();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#workshop?.close();
    await this.#connection.close();
  }

  #sayPresence(): void {
    const { lpSolves = 0, study = null, busy = 0 } = this.#workshop ?? {};
    const seconds = Math.max(1e-3, (performance.now() - this.#saidAt) / 1000);
    const speed = Math.max(0, lpSolves - this.#solvesBefore) / seconds;
    if (seconds > 0.5) [this.#solvesBefore, this.#saidAt] = [lpSolves, performance.now()];
    const { nats, threads } = this.#options;
    const said: Presence = {
      worker: this.name,
      host: hostname(),
      process: process.pid,
      threads,
      version,
      study,
      busy,
      lpSolves,
      speed,
    };
    this.#connection.publish(subjects.presence(nats.prefix), encode(said));
  }

  /** One after the other: a study that is being fetched is not left for another one in the middle. */
  #summoned(asked: Summons): Promise<Uint8Array> {
    if (asked.type === 'dismissal') {
      this.#workshop?.dismiss(asked.session);
      return Promise.resolve(encode(null));
    }
    const answered = this.#following.then(() => this.#welcome(asked)).then(encode);
    this.#following = answered.catch(() => {});
    return answered;
  }

  async #welcome(asked: Invitation): Promise<Welcome> {
    try {
      this.#require(asked);
      await this.#enter(asked);
      return { type: 'ready', known: await this.#workshop!.begin(asked) };
    } catch (cause) {
      if (this.#workshop?.ended !== undefined) this.#fail(cause);
      if (!(cause instanceof Fault)) throw cause;
      const { message: reason, kind } = cause;
      this.#options.tell({ type: 'declined', reason });
      return { type: 'refused', reason, isBusy: kind === 'RunInProgress' };
    }
  }

  #require(asked: Invitation): void {
    if (asked.version !== version) throw other('version', asked.version, version);
    if (!isSolver(asked.solver)) throw other('solver', asked.solver, 'another');
    requireStudySize(asked.bytes);
    const mine = this.#workshop;
    if (mine?.session === undefined || mine.session === asked.session || mine.idleMs > patienceMs) return;
    throw new Fault('RunInProgress', `The worker ${this.name} works for another run.`, {
      context: { study: mine.study.slice(0, 16) },
      suggestion: 'It is free again when that run has ended.',
    });
  }

  async #enter(asked: Invitation): Promise<void> {
    if (this.#workshop?.study === asked.study) return;
    const { nats, threads, tell } = this.#options;
    const bytes = await fetchStudy(this.#connection, nats.prefix, asked);
    if (bytes === null) {
      throw new Fault('MpiError', 'The object store does not hold the study, or holds something else under its name.', {
        context: { study: asked.study },
        suggestion: 'The coordinator puts it there when it starts; look at the space the server may use.',
      });
    }
    await this.#workshop?.close();
    this.#listens?.unsubscribe();
    const workshop = new Workshop(asked.study, studyOf(bytes), threads, memoryOfMachine());
    this.#workshop = workshop;
    this.#listens = this.#link.serve(subjects.work(nats.prefix, asked.study, this.name), async (letter) => {
      const outcome = await workshop.work(read(work, letter)).catch((cause: unknown) => {
        this.#fail(cause);
        throw cause;
      });
      return encode(outcome);
    });
    tell({ type: 'joined', study: asked.study, bytes: bytes.length });
  }
}

function other(what: 'version' | 'solver', theirs: string, ours: string): Fault<'IncompatibleRuns'> {
  return new Fault(
    'IncompatibleRuns',
    `The run has ${what} ${theirs} of cobre, this worker has ${ours}; their bits would differ.`,
    {
      context: { [what]: theirs, worker: ours },
      suggestion: 'Install the same version of cobre everywhere.',
    },
  );
}
