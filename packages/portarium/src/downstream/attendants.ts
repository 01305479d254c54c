/**
 * Those who wait for a call while it is made. A run may be carried by any process; one that is carried here, for a caller
 * who is here too, tells that caller how it goes on and lets the server ask it things.
 *
 * Where a request has a stream of its own, a question that comes over it belongs to that request. Over a pipe it does not
 * say so: with one call under way there is no doubt, and with several the question waits until the others have ended, since
 * it might otherwise reach somebody else's agent. From then on that server is called by one after the other.
 */
import type { Progress, ServerRequestHandlers } from '@quadrivium/kernel/client';
import { portariumFault } from '../faults.js';
import { News } from './news.js';

type Elicitation = NonNullable<ServerRequestHandlers['elicitation']>;
type Question = Parameters<Elicitation>;

export interface Attendant {
  progress(update: Progress): void;
  elicit(...question: Question): ReturnType<Elicitation>;
}

/** How long a question waits for calls that might be the one it belongs to. */
const patienceMs = 60_000;

/** What is under way at one server. */
class Desk {
  readonly runs: string[] = [];
  readonly news = new News();
  /** Questions of which nobody knows yet whose they are. */
  unclear = 0;
  oneByOne = false;

  get isBusy(): boolean {
    return this.unclear > 0 || (this.oneByOne && this.runs.length > 0);
  }
}

export class Attendants {
  readonly #byRun = new Map<string, Attendant>();
  readonly #desks = new Map<string, Desk>();

  /** Gives the function by which the attendant leaves. */
  attend(runId: string, attendant: Attendant): () => void {
    this.#byRun.set(runId, attendant);
    return () => {
      if (this.#byRun.get(runId) === attendant) this.#byRun.delete(runId);
    };
  }

  /** A call of this run is made; gives the function that says it has ended, or nothing when the signal came first. */
  async begin(server: string, runId: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    const desk = this.#desk(server);
    while (desk.isBusy && !signal.aborted) await desk.news.next(signal);
    if (signal.aborted) return undefined;
    desk.runs.push(runId);
    return () => {
      desk.runs.splice(desk.runs.indexOf(runId), 1);
      desk.news.tell();
    };
  }

  progress(runId: string, update: Progress): void {
    this.#byRun.get(runId)?.progress(update);
  }

  /** `runId` where the way it came says whose it is. Where nobody attends, it is as if a person had closed the window. */
  async ask(server: string, runId: string | undefined, ...question: Question): ReturnType<Elicitation> {
    const desk = this.#desk(server);
    const whose = runId !== undefined && desk.runs.includes(runId) ? runId : await this.#onlyOne(desk, question[1]);
    const attendant = whose === undefined ? undefined : this.#byRun.get(whose);
    return (await attendant?.elicit(...question)) ?? { action: 'cancel' };
  }

  async #onlyOne(desk: Desk, signal: AbortSignal): Promise<string | undefined> {
    if (desk.runs.length <= 1) return desk.runs[0];
    const until = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    desk.oneByOne = true;
    desk.unclear += 1;
    desk.news.tell();
    try {
      while (desk.runs.length > 1) {
        // Each of them waits for an answer, so that none of them will end before.
        if (desk.unclear >= desk.runs.length || until.aborted) throw unclear();
        await desk.news.next(until);
      }
      return desk.runs[0];
    } finally {
      desk.unclear -= 1;
      desk.news.tell();
    }
  }

  #desk(server: string): Desk {
    const desk = this.#desks.get(server) ?? new Desk();
    this.#desks.set(server, desk);
    return desk;
  }
}

const unclear = (): Error =>
  portariumFault(
    'Conflict',
    'Several calls were under way, and nobody could tell which of them this question belongs to.',
    {
      suggestion: 'Call again: calls of this server are made one after the other from now on.',
    },
  );
