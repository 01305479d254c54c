/**
 * `run_program`: a program of an agent, under policy. What it reads is read at once; what it would change is one plan, which a
 * person approves as a whole; then it is run again and makes exactly these calls. See `program-pass.ts`.
 */
import type { CodeMode, CodeModeHost, CodeResult } from '@quadrivium/codemode';
import { CodeModeConfig } from '@quadrivium/codemode/settings';
import type { HostTool } from '@quadrivium/codemode/tools';
import { type Operation, type OperationOutcome, reply } from '@quadrivium/kernel';
import * as z from 'zod';
import type { Deps } from '../../app/deps.js';
import { effectsOf, type KeptProgram, plansFrom, programOf, proposeProgram } from '../../app/runs/programs.js';
import { getRun, nextCommit } from '../../app/runs/read-runs.js';
import { type Caller, permits } from '../../domain/principal.js';
import { isTerminal } from '../../domain/run.js';
import { callerOf } from '../../operations/caller.js';
import type { PortariumContext } from '../../operations/define.js';
import { callAnswer } from '../call-answer.js';
import { OpenCalls } from '../open-calls.js';
import { ProgramPass } from './program-pass.js';
import { programDescription } from './program-tools.js';

export const programTool = 'run_program';

/** How often a program is begun anew because policy or a tool have changed under it. */
const mostLooks = 3;
const longestSeconds = 300;
const ProgramInput = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(256 * 1024)
    .describe('Body of an async function in TypeScript'),
  title: z.string().trim().min(1).max(200).optional().describe('What it is for; shown to whoever approves it'),
  executionTimeout: z
    .int()
    .min(1)
    .max(longestSeconds)
    .default(60)
    .describe('Seconds one pass may take, waiting included'),
});

type Outcome =
  | { readonly is: 'done'; readonly result: CodeResult; readonly hasEnded: boolean }
  | { readonly is: 'pending'; readonly runId: string; readonly waitingFor: 'a person' | { readonly why: string } };

export class Programs {
  readonly #deps: Deps;
  readonly #stopped = new AbortController();
  /** Programs that are being run again, by the run of their plan. */
  readonly #driven = new Map<string, Promise<Outcome>>();
  /** Plans on whose decision somebody here waits. */
  readonly #followed = new Set<string>();
  /** A model that does not know how to ask later sends its program again: it gets the plan that waits. */
  readonly #open = new OpenCalls();
  #tools: readonly HostTool[] = [];
  #mode: Promise<CodeMode> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** The operation for these tools; none where a program could not tell two of them apart, or there is nothing to call. */
  operation(tools: readonly HostTool[]): Operation | undefined {
    if (tools.length === 0) return undefined;
    this.#tools = tools;
    this.#mode = undefined;
    return {
      name: programTool,
      title: 'Run a program',
      description: programDescription(tools),
      effect: 'destructive',
      openWorld: true,
      needs: 'tool:propose',
      input: ProgramInput,
      timeoutMs: (longestSeconds + 30) * 1000,
      run: (args, context) => this.#run(context as PortariumContext, ProgramInput.parse(args)),
    } as Operation;
  }

  async #run(context: PortariumContext, { title = 'A program', ...input }: z.output<typeof ProgramInput>) {
    const moment = this.#deps.surroundings.now();
    const program: KeptProgram = { ...input, title, moment, made: {}, before: [] };
    const caller = callerOf(context);
    const key = this.#open.keyOf(caller, '', programTool, { ...input, title });
    const waiting = this.#open.runOf(key);
    if (waiting !== undefined) return this.resumed(context, waiting);
    const outcome = this.#goingOn(caller, await this.#drive(caller, program, undefined, context.signal));
    if (outcome.is === 'pending') this.#open.keep(key, outcome.runId);
    return this.#answer(caller, outcome);
  }

  /** The result of a program whose plan this run is, or the news that it waits; undefined for every other run. */
  async resumed(context: PortariumContext, asked: string): Promise<OperationOutcome<unknown> | undefined> {
    const caller = callerOf(context);
    const first = await programOf(this.#deps, caller, asked);
    if (first === undefined) return undefined;
    // It calls tools in the name of whoever sent it: others may look.
    if (first.by !== caller.principalId || !permits(caller, 'tool:propose'))
      return callAnswer(await getRun(this.#deps, caller, asked));
    const plans = await plansFrom(this.#deps, caller, asked);
    const runId = plans.at(-1) ?? asked;
    const run = await getRun(this.#deps, caller, runId);
    if (run.pendingApprovals.length > 0) return callAnswer(run);
    const kept = await programOf(this.#deps, caller, runId);
    const outcome = kept === undefined || kept.refused ? undefined : await this.#driveOnce(caller, runId, kept.program);
    if (outcome === undefined || (outcome.is === 'done' && outcome.hasEnded))
      for (const plan of plans) this.#open.delivered(plan);
    return outcome === undefined ? callAnswer(run) : this.#answer(caller, outcome);
  }

  #driveOnce(caller: Caller, runId: string, program: KeptProgram): Promise<Outcome> {
    const under = this.#driven.get(runId);
    if (under !== undefined) return under;
    const driving = this.#drive(caller, program, runId, this.#stopped.signal)
      .finally(() => this.#driven.delete(runId))
      .then((outcome) => this.#goingOn(caller, outcome));
    this.#driven.set(runId, driving);
    return driving;
  }

  /** @param last the run of its last plan, which may have been approved; none for a program that is new */
  async #drive(
    caller: Caller,
    program: KeptProgram,
    last: string | undefined,
    signal: AbortSignal,
    looks = mostLooks,
  ): Promise<Outcome> {
    const planned = await effectsOf(this.#deps, caller, program, last);
    const pass = new ProgramPass(this.#deps, caller, program, { planned, last }, signal);
    const { code, executionTimeout, moment } = program;
    const over = AbortSignal.any([signal, pass.over]);
    const mode = await this.#codeMode();
    const result = await mode.execute({ code, executionTimeout }, { signal: over, caller: pass, moment });
    if (pass.waits.signal.aborted && last !== undefined) return { is: 'pending', runId: last, waitingFor: 'a person' };
    if (pass.changes.signal.aborted && looks > 1) return this.#drive(caller, program, last, signal, looks - 1);
    if (!hasEnded(pass, result)) return this.#interrupted(caller, last, result);
    await pass.ended();
    const { waitsForResult } = await import('@quadrivium/codemode');
    const isWhole = result.outcome === 'ok' || result.failed === waitsForResult;
    if (pass.intended.length === 0 || !isWhole) return { is: 'done', result, hasEnded: true };
    const after = last === undefined ? {} : { after: last };
    const next = { ...program, ...after, made: pass.made, before: pass.reachedPlans() };
    const runId = await proposeProgram(this.#deps, caller, next, pass.intended);
    return { is: 'pending', runId, waitingFor: 'a person' };
  }

  /** Nothing is decided where it ran out of time or could not be started: whoever asks again lets it go on. */
  async #interrupted(caller: Caller, last: string | undefined, result: CodeResult): Promise<Outcome> {
    const run = last === undefined ? undefined : await getRun(this.#deps, caller, last);
    if (run === undefined || isTerminal(run.status)) return { is: 'done', result, hasEnded: false };
    const why = `The program could not go on (${result.failed}). Ask again.`;
    return { is: 'pending', runId: run.runId, waitingFor: { why } };
  }

  /** Once somebody has decided, the program goes on by itself; whoever asks meanwhile is told that it does. */
  #goingOn(caller: Caller, outcome: Outcome): Outcome {
    if (outcome.is === 'pending' && outcome.waitingFor === 'a person' && !this.#followed.has(outcome.runId)) {
      const { runId } = outcome;
      this.#followed.add(runId);
      void this.#decided(caller, runId)
        .finally(() => this.#followed.delete(runId))
        .then((program) => (program === undefined ? undefined : this.#driveOnce(caller, runId, program)))
        .catch(() => {
          // Whoever asks for the result runs it again, and hears of the fault.
        });
    }
    return outcome;
  }

  /** The program of a plan once it was approved; undefined when it is not to go on. */
  async #decided(caller: Caller, runId: string): Promise<KeptProgram | undefined> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const run = await getRun(this.#deps, caller, runId);
      const kept = await programOf(this.#deps, caller, runId);
      if (kept === undefined || kept.refused) return undefined;
      if (run.status !== 'WaitingForApproval' && run.status !== 'Paused' && run.status !== 'Pending')
        return kept.program;
      await nextCommit(this.#deps, caller.workspaceId, 5000, signal);
    }
    return undefined;
  }

  async #answer(caller: Caller, outcome: Outcome): Promise<OperationOutcome<unknown>> {
    if (outcome.is === 'pending') return this.#pendingAnswer(caller, outcome);
    const { content, structuredContent, isError } = outcome.result;
    return reply({
      content: content.map(blockOf) as never[],
      ...(structuredContent === undefined ? {} : { data: structuredContent }),
      isError,
    });
  }

  async #pendingAnswer(caller: Caller, { runId, waitingFor }: Extract<Outcome, { is: 'pending' }>) {
    const run = await this.#settled(caller, runId);
    const kept = await programOf(this.#deps, caller, runId);
    if (kept?.refused) return callAnswer(run);
    // Calls of a plan that nobody had to approve may have ended before their program has.
    const going = isTerminal(run.status) ? { ...run, status: 'Running' as const } : run;
    return callAnswer(waitingFor === 'a person' ? going : { ...going, waitingFor: waitingFor.why });
  }

  /** A plan that has just been proposed is shown with its approval. */
  async #settled(caller: Caller, runId: string) {
    for (let tries = 0; ; tries += 1) {
      const run = await getRun(this.#deps, caller, runId);
      if (run.status !== 'Pending' || tries > 40) return run;
      await nextCommit(this.#deps, caller.workspaceId, 500, this.#stopped.signal);
    }
  }

  #codeMode(): Promise<CodeMode> {
    this.#mode ??= codeModeFor(this.#tools);
    return this.#mode;
  }
}

/** Loaded with the first program: most gateways never run one. */
async function codeModeFor(tools: readonly HostTool[]): Promise<CodeMode> {
  const { createCodeMode } = await import('@quadrivium/codemode');
  const config = CodeModeConfig.parse({ enabled: true, declarationBudget: 0, maxTimeout: longestSeconds });
  return createCodeMode(hostOf(tools), { config: { ...config, largeOutputCharLimit: 1_000_000 } });
}

/** A program that could not be started, or was cut off, has not said what it does not want. */
function hasEnded({ halts, changes, answered }: ProgramPass, { outcome }: CodeResult): boolean {
  if (halts.signal.aborted || changes.signal.aborted || outcome === 'crash') return false;
  return outcome === 'ok' || answered > 0;
}

/** Each execution brings its own caller; nothing is ever called as the host, and nothing is kept for another program. */
function hostOf(tools: readonly HostTool[]): CodeModeHost {
  const nobody = () => Promise.reject(new Error('Programs call in the name of somebody.'));
  return {
    tools: () => tools,
    everyTool: () => tools,
    call: nobody,
    freshSession: () => ({ call: nobody, close: async () => undefined }),
  };
}

function blockOf(part: CodeResult['content'][number]): object {
  if (part.type !== 'resource') return part;
  const { type, ...resource } = part;
  return { type, resource };
}
