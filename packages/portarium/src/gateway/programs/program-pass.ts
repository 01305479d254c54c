import { setMaxListeners } from 'node:events';
import type { HostResult, HostTool, ToolCaller } from '@quadrivium/codemode/tools';
import { isObject } from '@quadrivium/kernel/essentials';
import type { Deps } from '../../app/deps.js';
import {
  digestOfCall,
  type EffectState,
  effectState,
  giveUpPlan,
  isMadeAtOnce,
  type KeptProgram,
  mostPlannedCalls,
  type PlannedEffect,
  type ProgramCall,
} from '../../app/programs.js';
import { callResult, nextCommit, waitForRun } from '../../app/read-runs.js';
import { proposeCall } from '../../app/runs.js';
import type { Caller } from '../../domain/principal.js';
import { isTerminal } from '../../domain/run.js';
import { Fault } from '../../faults.js';
import { programResult } from './program-tools.js';

const nothing: HostResult = { content: [], structuredContent: undefined, isError: false };

/**
 * One pass of a program. Calls it made in an earlier pass are answered from the record; planned calls are made when it
 * comes to them, in the order of the plan; everything else that changes something is taken down for the next plan.
 */
export class ProgramPass implements Pick<ToolCaller, 'call'> {
  /** What the program would change beyond what is planned. */
  readonly intended: ProgramCall[] = [];
  /** Runs of calls that were made at once, by what they say and how often it was said before. */
  readonly made: Record<string, string>;
  /** Ends the pass: somebody has to decide before it can go on. */
  readonly waits = new AbortController();
  readonly #deps: Deps;
  readonly #caller: Caller;
  readonly #signal: AbortSignal;
  readonly #planned: PlannedEffect[];
  readonly #said = new Map<string, number>();
  readonly #open: Promise<unknown>[] = [];
  readonly #reached = new Map<string, number>();

  constructor(
    deps: Deps,
    caller: Caller,
    { made }: KeptProgram,
    planned: readonly PlannedEffect[],
    signal: AbortSignal,
  ) {
    this.#deps = deps;
    this.#caller = caller;
    this.#signal = AbortSignal.any([signal, this.waits.signal]);
    // As many listen as calls are under way.
    setMaxListeners(0, this.#signal);
    this.#planned = [...planned];
    this.made = { ...made };
  }

  async call({ server, name: tool }: HostTool, args: unknown): Promise<HostResult> {
    const call: ProgramCall = { server, tool, arguments: isObject(args) ? { ...args } : {} };
    try {
      return await this.#answer(call);
    } catch (error) {
      if (error instanceof Fault) return failedWith(error.kind, error.message);
      throw error;
    }
  }

  /** The plans it followed, and how far. */
  reachedPlans(): KeptProgram['before'] {
    return [...this.#reached].map(([runId, reached]) => ({ runId, reached }));
  }

  /** Calls that the program did not wait for have ended too; a plan that it does not follow to its end is given up. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#open);
    for (const runId of new Set(this.#planned.map((effect) => effect.runId)))
      await giveUpPlan(this.#deps, this.#caller, runId);
  }

  async #answer(call: ProgramCall): Promise<HostResult> {
    const digest = digestOfCall(call);
    const before = this.#said.get(digest) ?? 0;
    this.#said.set(digest, before + 1);
    const key = `${digest}#${before}`;
    const known = this.made[key];
    if (known !== undefined) return this.#made(known);
    if (await isMadeAtOnce(this.#deps, this.#caller, call)) return this.#makeAtOnce(call, key);
    const [next] = this.#planned;
    if (next?.digest === digest) return this.#makePlanned(next);
    // It goes another way than was planned: what it would do from here on is another plan.
    if (next !== undefined) await this.#leavePlan();
    return this.#takeDown(call);
  }

  async #leavePlan(): Promise<void> {
    const left = this.#planned.splice(0);
    for (const runId of new Set(left.map((effect) => effect.runId))) await giveUpPlan(this.#deps, this.#caller, runId);
  }

  #takeDown(call: ProgramCall): HostResult {
    if (this.intended.length >= mostPlannedCalls)
      return failedWith('TooManyCalls', `A plan holds at most ${mostPlannedCalls} calls. Continue in another program.`);
    this.intended.push(call);
    return { ...nothing, later: true };
  }

  async #makeAtOnce(call: ProgramCall, key: string): Promise<HostResult> {
    const { runId } = await proposeCall(this.#deps, this.#caller, call);
    // What is read after a change that is only intended says nothing about the time when it will have been made.
    if (this.intended.length === 0) this.made[key] = runId;
    return this.#made(runId);
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
      return failedWith(run.failure.kind, run.failure.message);
    }
  }

  #makePlanned(effect: PlannedEffect): Promise<HostResult> {
    this.#planned.shift();
    this.#reached.set(effect.runId, effect.index + 1);
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

function resultOf({ result, error }: Extract<EffectState, { is: 'ended' }>): HostResult {
  return result === undefined && error !== undefined ? failedWith(error.kind, error.message) : programResult(result);
}

function failedWith(kind: string, message: string): HostResult {
  return { ...nothing, content: [{ type: 'text', text: message }], isError: true, failure: new Fault(kind, message) };
}
