import { setMaxListeners } from 'node:events';
import type { HostResult, HostTool, ToolCaller } from '@quadrivium/codemode/tools';
import { isObject } from '@quadrivium/kernel/essentials';
import type { Deps } from '../../app/deps.js';
import {
  digestOfCall,
  type EffectState,
  effectState,
  effectsOf,
  giveUpPlan,
  type KeptProgram,
  mostPlannedCalls,
  type PlannedEffect,
  type ProgramCall,
  standingOf,
} from '../../app/runs/programs.js';
import { callResult, nextCommit, waitForRun } from '../../app/runs/read-runs.js';
import { proposeCall } from '../../app/runs/runs.js';
import type { Caller } from '../../domain/principal.js';
import { changedSinceLook, isTerminal } from '../../domain/run.js';
import { Fault } from '../../faults.js';
import { programResult } from './program-tools.js';

const nothing: HostResult = { content: [], structuredContent: undefined, isError: false };

/**
 * One pass of a program. Calls it made in an earlier pass are answered from the record; planned calls are made when it
 * comes to them, in the order of the plan; everything else that changes something is taken down for the next plan. Calls
 * are looked at in the order in which they arrive and answered in it, so that how long each takes decides nothing.
 */
export class ProgramPass implements Pick<ToolCaller, 'call'> {
  /** What the program would change beyond what is planned. */
  readonly intended: ProgramCall[] = [];
  /** Runs of calls that were made at once, by what they say and how often it was said before. */
  readonly made: Record<string, string>;
  /** Ends the pass: somebody has to decide before it can go on. */
  readonly waits = new AbortController();
  /** Ends the pass: what it needs is away, and its plan is not to be given up for that. */
  readonly halts = new AbortController();
  /** Ends the pass: policy or a tool have changed since a call was looked at, and it is to be looked at again. */
  readonly changes = new AbortController();
  /** How many calls were answered. */
  answered = 0;
  readonly #deps: Deps;
  readonly #caller: Caller;
  readonly #signal: AbortSignal;
  readonly #program: KeptProgram;
  readonly #last: string | undefined;
  readonly #planned: PlannedEffect[];
  readonly #said = new Map<string, number>();
  readonly #open: Promise<unknown>[] = [];
  readonly #reached = new Map<string, number>();
  #begun: Promise<unknown> = Promise.resolve();
  #answers: Promise<unknown> = Promise.resolve();

  /** @param last the run of its last plan, whose calls are the last of those that are planned */
  constructor(
    deps: Deps,
    caller: Caller,
    program: KeptProgram,
    { planned, last }: { readonly planned: readonly PlannedEffect[]; readonly last: string | undefined },
    signal: AbortSignal,
  ) {
    this.#deps = deps;
    this.#caller = caller;
    this.#program = program;
    this.#last = last;
    this.#signal = AbortSignal.any([signal, this.over]);
    // As many listen as calls are under way.
    setMaxListeners(0, this.#signal);
    this.#planned = [...planned];
    this.made = { ...program.made };
    for (const effect of planned) if (effect.begun) this.#reach(effect);
  }

  /** Aborted when the pass is not to go on, for whichever reason. */
  get over(): AbortSignal {
    return AbortSignal.any([this.waits.signal, this.halts.signal, this.changes.signal]);
  }

  async call({ server, name: tool }: HostTool, args: unknown): Promise<HostResult> {
    const call: ProgramCall = { server, tool, arguments: isObject(args) ? { ...args } : {} };
    const begun = this.#begun.then(() => this.#begin(call));
    const answer = begun.then(({ result }) => result).catch(failureOf);
    const inOrder = Promise.allSettled([this.#answers, answer]).then(() => answer);
    this.#begun = begun.catch(() => undefined);
    this.#answers = inOrder.catch(() => undefined);
    const result = await inOrder;
    this.answered += 1;
    return result;
  }

  /** The plans it followed, and how far; calls that are made count, whether it came to them this time or not. */
  reachedPlans(): KeptProgram['before'] {
    return [...this.#reached].map(([runId, reached]) => ({ runId, reached }));
  }

  /** Calls that the program did not wait for have ended too; a plan that it does not follow to its end is given up. */
  async ended(): Promise<void> {
    await this.#begun;
    await Promise.allSettled(this.#open);
    await this.#leavePlan();
  }

  /** Decides what becomes of a call; what comes of it is waited for outside, while the next call is looked at. */
  async #begin(call: ProgramCall): Promise<{ readonly result: Promise<HostResult> | HostResult }> {
    this.#signal.throwIfAborted();
    const digest = digestOfCall(call);
    const before = this.#said.get(digest) ?? 0;
    this.#said.set(digest, before + 1);
    const key = `${digest}#${before}`;
    const known = this.made[key];
    if (known !== undefined) return { result: this.#made(known) };
    const effect = this.#plannedFor(digest);
    if (effect !== undefined) return { result: this.#makePlanned(effect) };
    const isPlannedLater = this.#planned.some((other) => other.digest === digest);
    const standing = isPlannedLater ? ({ is: 'planned' } as const) : await standingOf(this.#deps, this.#caller, call);
    if (standing.is === 'away') return { result: this.#away(standing.problem) };
    if (standing.is === 'at once') return { result: this.#made(await this.#makeAtOnce(call, key)) };
    // It goes another way than was planned: what it would do from here on is another plan.
    await this.#leavePlan();
    const begunMeanwhile = this.#plannedFor(digest);
    return { result: begunMeanwhile === undefined ? this.#takeDown(call) : this.#makePlanned(begunMeanwhile) };
  }

  /** The next call of the plan, or one that is made already, wherever it stands: nothing is made twice. */
  #plannedFor(digest: string): PlannedEffect | undefined {
    const index = this.#planned.findIndex((effect, at) => effect.digest === digest && (at === 0 || effect.begun));
    return index < 0 ? undefined : this.#planned.splice(index, 1)[0];
  }

  /** Gives up what is not made yet. The rest stays: the program may still come to it. */
  async #leavePlan(): Promise<void> {
    const left = this.#planned.filter(({ begun }) => !begun);
    if (left.length === 0) return;
    for (const runId of new Set(left.map((effect) => effect.runId))) await giveUpPlan(this.#deps, this.#caller, runId);
    const now = await effectsOf(this.#deps, this.#caller, this.#program, this.#last);
    const open = new Set(this.#planned.map(placeOf));
    // Its first call may have been made while it was being given up.
    const begun = now.filter((effect) => effect.begun && open.has(placeOf(effect)));
    this.#planned.splice(0, this.#planned.length, ...begun);
    for (const effect of begun) this.#reach(effect);
  }

  #reach({ runId, index }: PlannedEffect): void {
    this.#reached.set(runId, Math.max(this.#reached.get(runId) ?? 0, index + 1));
  }

  #away(problem: string): HostResult {
    if (!this.#planned.some(({ begun }) => !begun)) return failedWith('Unreachable', problem);
    this.halts.abort();
    throw new Fault('Unreachable', problem);
  }

  #takeDown(call: ProgramCall): HostResult {
    if (this.intended.length >= mostPlannedCalls)
      return failedWith('TooManyCalls', `A plan holds at most ${mostPlannedCalls} calls. Continue in another program.`);
    this.intended.push(call);
    return { ...nothing, later: true };
  }

  async #makeAtOnce(call: ProgramCall, key: string): Promise<string> {
    const { runId } = await proposeCall(this.#deps, this.#caller, { ...call, onlyIfReading: true });
    // What is read after a change that is only intended says nothing about the time when it will have been made.
    if (this.intended.length === 0) this.made[key] = runId;
    return runId;
  }

  async #made(runId: string): Promise<HostResult> {
    for (;;) {
      const run = await waitForRun(this.#deps, this.#caller, runId, { timeoutMs: 60_000, signal: this.#signal });
      this.#signal.throwIfAborted();
      if (!isTerminal(run.status)) {
        await nextCommit(this.#deps, this.#caller.workspaceId, 500, this.#signal);
        continue;
      }
      const result = await callResult(this.#deps, this.#caller, runId);
      if (result !== undefined || run.failure === undefined) return programResult(result);
      if (run.steps[0]?.error?.kind === changedSinceLook) this.changes.abort();
      this.#signal.throwIfAborted();
      return failedWith(run.failure.kind, run.failure.message);
    }
  }

  #makePlanned(effect: PlannedEffect): Promise<HostResult> {
    this.#reach(effect);
    const ending = this.#ended(effect).then(resultOf);
    this.#open.push(ending);
    return ending;
  }

  async #ended(effect: PlannedEffect): Promise<Extract<EffectState, { is: 'ended' }>> {
    for (;;) {
      this.#signal.throwIfAborted();
      const state = await effectState(this.#deps, this.#caller, effect);
      if (state.is === 'ended') return state;
      if (state.is === 'waits for a person') this.waits.abort();
      else await nextCommit(this.#deps, this.#caller.workspaceId, 500, this.#signal);
    }
  }
}

const placeOf = ({ runId, index }: PlannedEffect): string => `${runId} ${index}`;

function failureOf(error: unknown): HostResult {
  if (error instanceof Fault) return failedWith(error.kind, error.message);
  throw error;
}

function resultOf({ result, error }: Extract<EffectState, { is: 'ended' }>): HostResult {
  return result === undefined && error !== undefined ? failedWith(error.kind, error.message) : programResult(result);
}

function failedWith(kind: string, message: string): HostResult {
  return { ...nothing, content: [{ type: 'text', text: message }], isError: true, failure: new Fault(kind, message) };
}
