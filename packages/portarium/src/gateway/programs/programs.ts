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
import { effectsOf, type KeptProgram, programOf, proposeProgram } from '../../app/programs.js';
import { getRun, nextCommit } from '../../app/read-runs.js';
import type { Caller } from '../../domain/principal.js';
import { callerOf } from '../../operations/caller.js';
import type { PortariumContext } from '../../operations/define.js';
import { callAnswer } from '../call-answer.js';
import { OpenCalls } from '../open-calls.js';
import { ProgramPass } from './program-pass.js';
import { programDescription } from './program-tools.js';

export const programTool = 'run_program';

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
  | { readonly is: 'done'; readonly result: CodeResult }
  | { readonly is: 'pending'; readonly runId: string };

export class Programs {
  readonly #deps: Deps;
  readonly #stopped = new AbortController();
  /** Programs that are being run again, by the run of their plan. */
  readonly #driven = new Map<string, Promise<Outcome>>();
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
    const outcome = await this.#drive(caller, program, undefined, context.signal);
    if (outcome.is === 'pending') this.#open.keep(key, outcome.runId);
    return this.#answer(caller, outcome);
  }

  /** The result of a program whose plan this run is, or the news that it waits; undefined for every other run. */
  async resumed(context: PortariumContext, runId: string): Promise<OperationOutcome<unknown> | undefined> {
    const caller = callerOf(context);
    const kept = await programOf(this.#deps, caller, runId);
    if (kept === undefined) return undefined;
    const run = await getRun(this.#deps, caller, runId);
    if (run.pendingApprovals.length > 0) return callAnswer(run);
    const outcome = kept.refused ? undefined : await this.#driveOnce(caller, runId, kept.program);
    this.#open.delivered(runId);
    return outcome === undefined ? callAnswer(run) : this.#answer(caller, outcome);
  }

  #driveOnce(caller: Caller, runId: string, program: KeptProgram): Promise<Outcome> {
    const under = this.#driven.get(runId);
    if (under !== undefined) return under;
    const driving = this.#drive(caller, program, runId, this.#stopped.signal);
    this.#driven.set(runId, driving);
    return driving.finally(() => this.#driven.delete(runId));
  }

  /** @param last the run of its last plan, which may have been approved; none for a program that is new */
  async #drive(caller: Caller, program: KeptProgram, last: string | undefined, signal: AbortSignal): Promise<Outcome> {
    const planned = await effectsOf(this.#deps, caller, program, last);
    const pass = new ProgramPass(this.#deps, caller, program, planned, signal);
    const { code, executionTimeout, moment } = program;
    const over = AbortSignal.any([signal, pass.waits.signal]);
    const mode = await this.#codeMode();
    const result = await mode.execute({ code, executionTimeout }, { signal: over, caller: pass, moment });
    if (pass.waits.signal.aborted && last !== undefined) return this.#pending(caller, last);
    // Where it ran out of time nothing is decided: whoever asks again lets it go on.
    if (result.outcome !== 'crash') await pass.ended();
    const { waitsForResult } = await import('@quadrivium/codemode');
    const isWhole = result.outcome === 'ok' || result.failed === waitsForResult;
    if (pass.intended.length === 0 || !isWhole) return { is: 'done', result };
    const next = { ...program, made: pass.made, before: pass.reachedPlans() };
    return this.#pending(caller, await proposeProgram(this.#deps, caller, next, pass.intended, last));
  }

  /** Once somebody has decided, the program goes on by itself; whoever asks meanwhile is told that it does. */
  #pending(caller: Caller, runId: string): Outcome {
    void this.#follow(caller, runId).catch(() => {
      // Whoever asks for the result runs it again, and hears of the fault.
    });
    return { is: 'pending', runId };
  }

  async #follow(caller: Caller, runId: string): Promise<void> {
    const { signal } = this.#stopped;
    for (;;) {
      if (signal.aborted || this.#driven.has(runId)) return;
      const kept = await programOf(this.#deps, caller, runId);
      const run = await getRun(this.#deps, caller, runId);
      if (kept === undefined || kept.refused) return;
      if (run.status !== 'WaitingForApproval' && run.status !== 'Paused' && run.status !== 'Pending') break;
      await nextCommit(this.#deps, caller.workspaceId, 5000, signal);
    }
    const kept = await programOf(this.#deps, caller, runId);
    if (kept !== undefined) await this.#driveOnce(caller, runId, kept.program);
  }

  async #answer(caller: Caller, outcome: Outcome): Promise<OperationOutcome<unknown>> {
    if (outcome.is === 'pending') return callAnswer(await this.#settled(caller, outcome.runId));
    const { content, structuredContent, isError } = outcome.result;
    return reply({
      content: content.map(blockOf) as never[],
      ...(structuredContent === undefined ? {} : { data: structuredContent }),
      isError,
    });
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

/** Each execution brings its own caller; nothing is ever called as the host. */
function hostOf(tools: readonly HostTool[]): CodeModeHost {
  const nobody = () => Promise.reject(new Error('Programs call in the name of somebody.'));
  const kept = new Map<string, string>();
  return {
    tools: () => tools,
    everyTool: () => tools,
    call: nobody,
    freshSession: () => ({ call: nobody, close: async () => undefined }),
    results: {
      keep: async (text) => {
        kept.clear();
        kept.set('last', text);
        return 'last';
      },
      get: async (id) => kept.get(id) ?? '',
    },
  };
}

function blockOf(part: CodeResult['content'][number]): object {
  if (part.type !== 'resource') return part;
  const { type, ...resource } = part;
  return { type, resource };
}
