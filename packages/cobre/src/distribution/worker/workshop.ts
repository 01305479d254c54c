/** What a worker does for one study: its threads, and the session of the coordinator that last called it. */
import { Fault } from '@quadrivium/kernel/fault';
import type { Answer, Invitation, Knowledge, Outcome, Work } from '../wire/messages.js';
import type { SentStudy } from '../wire/study.js';
import { Seats } from './seats.js';
import { SessionMemory } from './session-memory.js';

export class Workshop {
  readonly study: string;
  lpSolves = 0;
  readonly #sent: SentStudy;
  readonly #seats: Seats;
  readonly #mostBytes: number;
  #usedAt = performance.now();
  #session: { readonly name: string; readonly memory: SessionMemory } | undefined;

  constructor(study: string, sent: SentStudy, threads: number, mostBytes: number) {
    this.study = study;
    this.#sent = sent;
    this.#mostBytes = mostBytes;
    this.#seats = new Seats(threads, sent);
  }

  /** Whom it works for; nobody before a session has begun. */
  get session(): string | undefined {
    return this.#session?.name;
  }

  /** Since it was last asked for something and has answered; endless when its coordinator has said farewell. */
  get idleMs(): number {
    const isDismissed = this.#usedAt === Number.NEGATIVE_INFINITY;
    if (this.busy > 0 && !isDismissed) return 0;
    return performance.now() - this.#usedAt;
  }

  /** Tasks that are being solved or wait for it. */
  get busy(): number {
    return this.#seats.busy;
  }

  dismiss(session: string): void {
    if (this.#session?.name === session) this.#usedAt = Number.NEGATIVE_INFINITY;
  }

  /** Returns what is known already, where the same coordinator calls again. */
  async begin({ session, solver, notes }: Invitation): Promise<Knowledge[]> {
    this.#usedAt = performance.now();
    if (this.#session?.name === session) return this.#session.memory.known();
    const memory = new SessionMemory(this.#sent, this.#mostBytes);
    this.#session = undefined;
    await this.#seats.begin({ type: 'session', solver, notes, pools: memory.handles });
    this.#session = { name: session, memory };
    return memory.known();
  }

  async work({ session, epoch, memory: frames, needs, tasks }: Work): Promise<Outcome> {
    if (this.#session?.name !== session) return { type: 'elsewhere' };
    this.#usedAt = performance.now();
    const { memory } = this.#session;
    // What it brings may be older than what is known.
    if (!this.#seats.enter(epoch)) return { type: 'late' };
    try {
      for (const news of memory.take(frames)) this.#seats.tellAll(news);
      this.#check(tasks);
    } catch (cause) {
      return failed(cause);
    }
    if (!needs.every((need) => memory.has(need))) return { type: 'lacking', known: memory.known() };
    const began = performance.now();
    const solved = await Promise.all(tasks.map((task) => this.#seats.solve(task, epoch)));
    const refused = solved.find((one) => one !== 'late' && one.type === 'failed');
    if (refused !== undefined) return refused as Outcome;
    if (solved.includes('late')) return { type: 'late' };
    const answers = solved as Answer[];
    for (const answer of answers) this.lpSolves += solvesOf(answer);
    return { type: 'done', answers, seconds: (performance.now() - began) / 1000 };
  }

  /** Whatever ended a thread of ours. */
  get ended(): unknown {
    return this.#seats.ended;
  }

  async close(): Promise<void> {
    await this.#seats.dispose();
  }

  /** Numbers of another study would be read past their end. */
  #check(tasks: Work['tasks']): void {
    const { space, stages } = this.#sent.problem;
    const noise = stages[0]?.noise.layout.dimension ?? 0;
    const fits = tasks.every((task) => {
      if (task.type === 'backward') {
        const { receiver, state } = task;
        return state.length === space.stateCount && (stages[receiver]?.successors.length ?? 0) > 0;
      }
      const steps = task.places.length;
      if (task.type === 'forward' && task.state.length !== space.stateCount) return false;
      return task.noise.length === steps * noise && task.places.every((place) => stages[place] !== undefined);
    });
    if (!fits) throw new Fault('MpiError', 'A task does not fit the study.', { context: { study: this.study } });
  }
}

function solvesOf(answer: Answer): number {
  return answer.type === 'scenario' ? answer.work.lpSolves : (answer.statistics.solves ?? 0);
}

function failed(cause: unknown): Outcome {
  if (!(cause instanceof Fault)) throw cause;
  const { kind, message, context, suggestion } = cause.toRecord();
  return { type: 'failed', fault: { kind, message, context, ...(suggestion ? { suggestion } : {}) } };
}
