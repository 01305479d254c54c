/** One matter that is put to a person. Once it is taken back nothing of it is shown any more. */
export interface Asking {
  show(text: string): void;
  /** Undefined when it is taken back. */
  question(text: string): Promise<string | undefined>;
}

export interface Questioner {
  /** A person is asked about one thing after another, however many ask at the same time. */
  alone<Value>(work: (asking: Asking) => Promise<Value>, matter?: Matter): Promise<Value>;
}

export interface Matter {
  /** The server that asks. */
  readonly from?: string;
  /** Whoever asks does not want to know any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface QuestionerSetup {
  show(text: string): void;
  question(text: string, signal: AbortSignal | undefined): Promise<string | undefined>;
  /** What is asked now belongs to this turn, and is taken back with it. */
  readonly turn?: () => AbortSignal | undefined;
}

export function questioner(setup: QuestionerSetup): Questioner {
  const silenced = new SilencedServers();
  let before: Promise<unknown> = Promise.resolve();
  return {
    alone(work, { from, signal } = {}) {
      const turn = setup.turn?.();
      silenced.inTurn(turn);
      const stop = anyOf(turn, signal);
      const asking: Asking = {
        show: (text) => (stop?.aborted || silenced.has(from) ? undefined : setup.show(text)),
        async question(text) {
          const answer = stop?.aborted || silenced.has(from) ? undefined : await setup.question(text, stop);
          if (answer === undefined && !signal?.aborted && silenced.add(from))
            setup.show(`${from} gets no answer to anything else until your next question\n`);
          return answer;
        },
      };
      const mine = before.then(() => work(asking));
      before = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** A server may ask a thousand times. Whoever takes back one of its questions is left alone by it until the next turn. */
class SilencedServers {
  readonly #names = new Set<string>();
  #turn: AbortSignal | undefined;

  inTurn(turn: AbortSignal | undefined): void {
    if (turn === undefined || turn === this.#turn) return;
    this.#turn = turn;
    this.#names.clear();
  }

  has(server: string | undefined): boolean {
    return server !== undefined && this.#names.has(server);
  }

  /** True when that is new. */
  add(server: string | undefined): boolean {
    if (server === undefined || this.#names.has(server)) return false;
    this.#names.add(server);
    return true;
  }
}

function anyOf(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length < 2 ? given[0] : AbortSignal.any(given);
}
