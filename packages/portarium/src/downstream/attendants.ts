/**
 * Those who wait for a call while it is made. A run may be carried by any process; one that is carried here, for a caller
 * who is here too, tells that caller how it goes on and lets the server ask it things.
 */
import type { Progress, ServerRequestHandlers } from '@quadrivium/kernel/client';

type Elicitation = NonNullable<ServerRequestHandlers['elicitation']>;

export interface Attendant {
  progress(update: Progress): void;
  elicit(...question: Parameters<Elicitation>): ReturnType<Elicitation>;
}

export class Attendants {
  readonly #byRun = new Map<string, Attendant>();
  readonly #underWay = new Map<string, string[]>();

  /** Gives the function by which the attendant leaves. */
  attend(runId: string, attendant: Attendant): () => void {
    this.#byRun.set(runId, attendant);
    return () => {
      if (this.#byRun.get(runId) === attendant) this.#byRun.delete(runId);
    };
  }

  /** A call of this run is made; gives the function that says it has ended. */
  begin(server: string, runId: string): () => void {
    this.#underWay.set(server, [...(this.#underWay.get(server) ?? []), runId]);
    return () => {
      const left = [...(this.#underWay.get(server) ?? [])];
      left.splice(left.indexOf(runId), 1);
      this.#underWay.set(server, left);
    };
  }

  progress(runId: string, update: Progress): void {
    this.#byRun.get(runId)?.progress(update);
  }

  /**
   * A question does not say which call it belongs to. With one call under way there is no doubt; with several it might
   * reach somebody else's agent, and is answered as by a person who closes the window.
   */
  async ask(server: string, ...question: Parameters<Elicitation>): ReturnType<Elicitation> {
    const [only, ...others] = this.#underWay.get(server) ?? [];
    const attendant = only === undefined || others.length > 0 ? undefined : this.#byRun.get(only);
    return (await attendant?.elicit(...question)) ?? { action: 'cancel' };
  }
}
