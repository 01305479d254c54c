import type { Run } from '../domain/run.js';
import type { Tx } from '../domain/store-port.js';
import { serversOf } from '../steps/index.js';
import type { CallOutcome } from '../steps/ports.js';
import type { RunBook } from './book.js';
import type { CallsUnderWay } from './calls-under-way.js';
import type { ToolCatalog } from './catalog.js';
import type { FairTurns } from './fair-turns.js';
import type { GoingOn } from './going-on.js';
import { leave } from './leave.js';
import { type CallOptions, makeCall } from './make-call.js';
import { recordOutcome } from './outcome.js';
import type { RunWriting } from './run-writing.js';
import { within } from './within.js';
import type { Dispatch } from './write-intent.js';

export interface PerformOptions extends CallOptions {
  readonly catalog: ToolCatalog;
  /** How many calls of a server may be under way at once, for all runs that are carried here. */
  readonly turns: FairTurns;
}

/** What the calls of one run go through together. */
interface Ways {
  readonly writing: RunWriting;
  readonly goingOn: GoingOn;
  readonly calls: CallsUnderWay;
}

/** A server that does not list its tools keeps what is already known from being written no longer than this. */
const listingMs = 1000;

/** Makes the calls of one run whose intent is written, and those that follow from how they ended. */
export class PerformCalls {
  readonly #options: PerformOptions;
  readonly #run: Run;
  readonly #ways: Ways;

  constructor(options: PerformOptions, run: Run, ways: Ways) {
    this.#options = options;
    this.#run = run;
    this.#ways = ways;
  }

  /** All of them come to their end, also when one cannot: nothing is left behind that nobody waits for. */
  async all(dispatches: readonly Dispatch[]): Promise<void> {
    const ends = await Promise.allSettled(dispatches.map((dispatch) => this.#perform(dispatch)));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  lookAtTools(): Promise<void> {
    return this.#ways.writing.outside(this.#options.catalog.refresh(serversOf(this.#run.definition)));
  }

  async #perform(dispatch: Dispatch): Promise<void> {
    const { calls, goingOn } = this.#ways;
    const next = await this.#make(dispatch).finally(() => {
      calls.end(dispatch.stepId);
      goingOn.drop(dispatch);
    });
    await this.all(next);
  }

  /** Waits for its turn, makes the call and writes down how it ended; gives what can be done next. */
  async #make(dispatch: Dispatch): Promise<readonly Dispatch[]> {
    const { turns, workspaceId } = this.#options;
    const { calls, goingOn, writing } = this.#ways;
    const call = calls.begin(dispatch);
    const coming = turns.take(dispatch.request.server, workspaceId, call.waiting.signal);
    const waits = coming instanceof Promise;
    const turn = waits ? await writing.outside(coming) : coming;
    try {
      const asksAgain = waits || dispatch.effect === 'nonIdempotent';
      if (asksAgain && !(await this.#leave(dispatch, turn !== undefined))) return await goingOn.advance();
      const outcome = await writing.outside(makeCall(this.#options, this.#run, dispatch, call.controller.signal));
      turn?.();
      return await this.#record(dispatch, outcome);
    } finally {
      turn?.();
    }
  }

  #leave({ stepId }: Dispatch, hasTurn: boolean): Promise<boolean> {
    const { goingOn, writing } = this.#ways;
    return writing.patiently(() => writing.transact(async (tx) => leave(await goingOn.held(tx), stepId, hasTurn)));
  }

  /** Written together with what follows from it; alone when what follows needs a server that does not answer. */
  async #record(dispatch: Dispatch, outcome: CallOutcome): Promise<readonly Dispatch[]> {
    const { stepId, attempt } = dispatch;
    const { goingOn, writing } = this.#ways;
    const open = async (tx: Tx): Promise<RunBook> => {
      const book = await goingOn.held(tx);
      const last = book.step(stepId).attempts.at(-1);
      if (last?.attempt === attempt && last.outcomeAt === undefined) await recordOutcome(book, stepId, outcome);
      return book;
    };
    const listed = this.lookAtTools();
    if (await within(listed, listingMs)) return goingOn.advance(open);
    await writing.patiently(() => writing.transact(async (tx) => (await open(tx)).save()));
    await listed;
    return goingOn.advance();
  }
}
