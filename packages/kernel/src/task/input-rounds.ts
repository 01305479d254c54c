import type { InputRequests, InputRequiredResult } from '@modelcontextprotocol/server';

interface Round {
  /** The tool's own key by the key the caller sees. */
  readonly keys: ReadonlyMap<string, string>;
  readonly answers: Map<string, unknown>;
  readonly requestState: string | undefined;
  open: InputRequests;
}

/**
 * The questions of one task. A key may never be used twice in the life of a task, because callers remember which ones
 * they have answered; a tool that asks under the same name again is given another one on the wire.
 */
export class InputRounds {
  readonly #used = new Set<string>();
  #round: Round | undefined;

  get open(): InputRequests {
    return this.#round?.open ?? {};
  }

  ask({ inputRequests = {}, requestState }: InputRequiredResult): InputRequests {
    const keys = new Map(Object.keys(inputRequests).map((key) => [this.#fresh(key), key]));
    const entries = [...keys].map(([shown, key]) => [shown, inputRequests[key]]);
    const open = Object.fromEntries(entries) as InputRequests;
    this.#round = { keys, answers: new Map(), requestState, open };
    return open;
  }

  take(key: string, response: unknown): void {
    const round = this.#round;
    const own = round?.keys.get(key);
    if (round === undefined || own === undefined || !Object.hasOwn(round.open, key)) return;
    const { [key]: _, ...open } = round.open;
    round.open = open;
    round.answers.set(own, response);
  }

  /** The answers of the round once all are there. */
  complete(): { readonly inputResponses: Record<string, unknown>; readonly requestState?: string } | undefined {
    if (this.#round === undefined || Object.keys(this.#round.open).length > 0) return undefined;
    const { answers, requestState } = this.#round;
    this.#round = undefined;
    return { inputResponses: Object.fromEntries(answers), ...(requestState === undefined ? {} : { requestState }) };
  }

  #fresh(key: string): string {
    let shown = key;
    for (let round = 2; this.#used.has(shown); round += 1) shown = `${key}-${round}`;
    this.#used.add(shown);
    return shown;
  }
}
