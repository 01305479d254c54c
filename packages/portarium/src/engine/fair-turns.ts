/**
 * How many calls of one server may be under way at once. Who comes later waits for its turn, and parties that wait take
 * turns with each other: one that asks for a thousand does not keep out another that asks for one.
 */
export class FairTurns {
  readonly #limitOf: (server: string) => number;
  readonly #lines = new Map<string, Line>();

  constructor(limitOf: (server: string) => number) {
    this.#limitOf = limitOf;
  }

  /** The function that gives the turn back, at once or when it has come; nothing when the signal came first. */
  take(server: string, party: string, signal: AbortSignal): GiveBack | Promise<GiveBack | undefined> {
    const line = this.#lines.get(server) ?? new Line(this.#limitOf(server), () => this.#lines.delete(server));
    this.#lines.set(server, line);
    return line.take(party, signal);
  }
}

type GiveBack = () => void;
type Call = (turn: GiveBack | undefined) => void;

/** The line before one server. */
class Line {
  readonly #limit: number;
  readonly #whenEmpty: () => void;
  /** In the order of their turns: whoever had one goes to the end. */
  readonly #waiting = new Map<string, Set<Call>>();
  #taken = 0;

  constructor(limit: number, whenEmpty: () => void) {
    this.#limit = limit;
    this.#whenEmpty = whenEmpty;
  }

  take(party: string, signal: AbortSignal): GiveBack | Promise<GiveBack | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    if (this.#taken < this.#limit) return this.#turn();
    return new Promise((resolve) => {
      const leave = (): void => call(undefined);
      const call: Call = (turn) => {
        signal.removeEventListener('abort', leave);
        this.#forget(party, call);
        resolve(turn);
      };
      const calls = this.#waiting.get(party) ?? new Set();
      this.#waiting.set(party, calls.add(call));
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #turn(): GiveBack {
    this.#taken += 1;
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#taken -= 1;
      this.#next();
    };
  }

  #next(): void {
    const [party, calls] = this.#waiting.entries().next().value ?? [];
    const [call] = calls ?? [];
    if (party === undefined || calls === undefined || call === undefined) {
      if (this.#taken === 0) this.#whenEmpty();
      return;
    }
    this.#waiting.delete(party);
    if (calls.size > 1) this.#waiting.set(party, calls);
    call(this.#turn());
  }

  #forget(party: string, call: Call): void {
    const calls = this.#waiting.get(party);
    calls?.delete(call);
    if (calls?.size === 0) this.#waiting.delete(party);
  }
}
