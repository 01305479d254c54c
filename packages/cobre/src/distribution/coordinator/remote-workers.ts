/**
 * The workers that a run can call on. One connection serves training and simulation: both put the same study into the object
 * store, invite whoever says that they are there, and hand out tasks.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/nats-core';
import {
  cutsPerTrial,
  loadSolver,
  PassTasks,
  type PassWorkers,
  type PassWorkersParts,
  type RunEvent,
  type SolverChoice,
} from '../../sddp/index.js';
import type { ScenarioWorkers, SimulationPlan } from '../../simulation/index.js';
import { connectNats } from '../wire/connect.js';
import { mostLetterBytes, requireStudySize } from '../wire/limits.js';
import { Link } from '../wire/link.js';
import { presence, read } from '../wire/messages.js';
import type { NatsSettings } from '../wire/server-settings.js';
import { studyBytes } from '../wire/study.js';
import { hashOf, storeStudy } from '../wire/study-store.js';
import { subjects } from '../wire/subjects.js';
import { addWork, type HostWork } from './host-work.js';
import { MemorySource } from './memory-source.js';
import { NumberedBases } from './numbered-bases.js';
import { RemotePool } from './remote-pool.js';
import { RemoteScenarios } from './remote-scenarios.js';
import { RemoteSession, type SessionNews } from './session.js';

export interface RemoteOptions {
  readonly nats: NatsSettings;
  /** Workers to wait for before anything is solved. */
  readonly atLeast: number;
  /** About how large letters to workers become. */
  readonly letterBytes?: number;
  readonly signal?: AbortSignal | undefined;
  readonly tell: (event: RunEvent) => void;
}

/** Large enough to be worth a round trip, and small beside what a worker takes. */
const usualLetterBytes = 32 << 20;
const lookMs = 20;
const farewellMs = 500;
/** Who takes part is told this often. */
const newsMs = 2000;

/** Connects a run to the workers of a server; a server that is not there is told at once. */
export async function openRemoteWorkers(options: RemoteOptions): Promise<RemoteWorkers> {
  return new RemoteWorkers(await connectNats(options.nats, 'cobre run', false), options);
}

export class RemoteWorkers implements PassWorkers, ScenarioWorkers {
  readonly #connection: NatsConnection;
  readonly #options: RemoteOptions;
  readonly #link: Link;
  /** By worker, of the sessions that are over. */
  readonly #work = new Map<string, HostWork>();
  readonly #timer: NodeJS.Timeout;
  #session: RemoteSession | undefined;
  #isConnected = true;
  #stored: { readonly study: string; readonly bytes: Uint8Array } | undefined;

  constructor(connection: NatsConnection, options: RemoteOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#link = new Link(connection, mostLetterBytes);
    connection.subscribe(subjects.presence(options.nats.prefix), {
      callback: (_, message) => this.#heard(message.data),
    });
    this.#timer = setInterval(() => this.#tellSpeeds(), newsMs);
    void this.#watch();
  }

  async pool({ study, problem, shared, solver, notes, signal, heed }: PassWorkersParts) {
    const tasks = new PassTasks(problem, shared, await loadSolver(solver), heed);
    const bases = new NumberedBases(problem.stages.length);
    const source = new MemorySource(() => tasks.shared.pools, bases.of);
    const session = await this.#open(studyBytes(study, problem, shared.pools), { solver, notes, source });
    const cutsOf = (receiver: number) => cutsPerTrial(problem, receiver);
    return new RemotePool(tasks, bases, session, cutsOf, signal);
  }

  async scenarios(plan: SimulationPlan, solver: SolverChoice) {
    const { study, problem, pools, snapshots } = plan;
    const basis = (place: number) =>
      (snapshots[place]?.length ?? 0) > 0 ? { number: 1, values: snapshots[place]! } : { number: 0, values: undefined };
    const source = new MemorySource(() => pools, basis);
    const makeSolver = await loadSolver(solver);
    const session = await this.#open(studyBytes(study, problem, pools), { solver, notes: false, source });
    return new RemoteScenarios(session, plan, makeSolver);
  }

  /** Who did what so far. */
  hosts(): HostWork[] {
    const all = new Map(this.#work);
    addWork(all, this.#session?.members ?? []);
    return [...all.values()].sort((a, b) => (a.worker < b.worker ? -1 : 1));
  }

  /** Messages and bytes of calls so far, both directions. */
  get traffic() {
    return { ...this.#link.traffic };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#session?.close();
    // What was said last should arrive, but a server that is away is not waited for.
    await Promise.race([this.#connection.flush().catch(() => {}), sleep(farewellMs, undefined, { ref: false })]);
    await this.#connection.close();
  }

  async #open(
    bytes: Uint8Array,
    parts: { readonly solver: string; readonly notes: boolean; readonly source: MemorySource },
  ): Promise<RemoteSession> {
    const { prefix } = this.#options.nats;
    // Of the session that ends here.
    addWork(this.#work, this.#session?.members ?? []);
    this.#session?.close();
    requireStudySize(bytes.length);
    const study = hashOf(bytes);
    if (this.#stored?.study !== study) await storeStudy(this.#connection, prefix, bytes);
    this.#stored = { study, bytes };
    const session = new RemoteSession({
      ...parts,
      link: this.#link,
      prefix,
      letterBytes: this.#options.letterBytes ?? usualLetterBytes,
      study: { study, bytes: bytes.length },
      isConnected: () => this.#isConnected,
      tell: (news) => this.#tell(news),
    });
    this.#session = session;
    this.#connection.publish(subjects.call(prefix));
    await this.#enough(session);
    return session;
  }

  async #enough(session: RemoteSession): Promise<void> {
    const { atLeast, signal, tell } = this.#options;
    if (session.ready.length < atLeast) tell({ type: 'workers_awaited', atLeast });
    while (session.ready.length < atLeast && !signal?.aborted) await sleep(lookMs);
  }

  #heard(bytes: Uint8Array): void {
    try {
      this.#session?.heard(read(presence, bytes));
    } catch {
      // Not one of ours.
    }
  }

  #tell(news: SessionNews): void {
    const { tell } = this.#options;
    const { worker, host, threads } = news.type === 'joined' ? news.member.presence : news.presence;
    if (news.type === 'joined') tell({ type: 'worker_joined', worker, host, threads });
    else tell({ type: 'worker_refused', worker, host, reason: news.reason });
  }

  #tellSpeeds(): void {
    const now = performance.now();
    const usable = (this.#session?.members ?? []).filter((member) => member.isUsable(now));
    if (usable.length === 0) return;
    const workers = usable.map(({ presence: { worker, host, threads, speed }, lpSolves }) => {
      return { worker, host, threads, speed, lpSolves };
    });
    this.#options.tell({ type: 'workers_at_work', workers });
  }

  /** A server that was away may have forgotten the study, and what was under way is lost. */
  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') this.#isConnected = false;
      if (type === 'reconnect') await this.#reconnected();
    }
  }

  async #reconnected(): Promise<void> {
    this.#link.giveUpAll();
    try {
      if (this.#stored) await storeStudy(this.#connection, this.#options.nats.prefix, this.#stored.bytes);
    } catch {
      // It is tried again with the next connection; workers that have the study need it no more.
    }
    this.#isConnected = true;
  }
}
