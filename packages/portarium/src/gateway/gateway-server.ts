/**
 * Other MCP servers behind one endpoint. Every call of theirs becomes a run of one step: policy lets it pass, asks a
 * person, or refuses; the plan, the gate and the evidence are those of any other run. Definitions are pinned when first
 * seen, and a tool that has changed is not called until somebody has looked.
 */

import type { HostTool } from '@quadrivium/codemode/tools';
import {
  asTask,
  type Identity,
  inputRequired,
  type Logger,
  type Operation,
  type OperationOutcome,
  type ServerDefinition,
  silentLogger,
  type TaskPort,
  type TaskState,
  toolErrorProfile,
} from '@quadrivium/kernel';
import { isObject } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import type { RunView } from '../answers/index.js';
import type { Deps } from '../app/deps.js';
import { callResult, getRun, waitForRun } from '../app/runs/read-runs.js';
import { cancelRun, proposeCall } from '../app/runs/runs.js';

import type { Caller } from '../domain/principal.js';
import { notFound } from '../faults.js';
import { admit, asCaller, type CallerIdentity, type CallerOf, callerOf } from '../operations/caller.js';
import { duringCall, keyMetaKey, type PortariumContext } from '../operations/define.js';
import { runTasks, taskState } from '../operations/runs/run-task.js';
import { callAnswer, type GovernedCall, isPending, pendingTool } from './call-answer.js';
import { OfferedTools } from './offered-tools.js';
import { OpenCalls } from './open-calls.js';
import { OpenQuestions } from './open-questions.js';
import { programTool } from './programs/program-tools.js';
import { Programs } from './programs/programs.js';
import { isForModels, toolPages, uiOf } from './tool-pages.js';
import type { Attendant, ToolInfo, ToolSource } from './tool-source.js';

export interface GatewayOptions {
  readonly deps: Deps;
  readonly downstream: ToolSource;
  /** The caller for whom a call is made. */
  readonly resolve: CallerOf;
  /** The workspace in which a caller works; a fault when there is none. */
  readonly workspaceOf: (identity: Identity) => string;
  /** How long a call waits for its result before it is answered as pending; clients give up after a minute. */
  readonly waitMs?: number;
  /** How long servers are waited for at the start; those that come later are offered later. */
  readonly patienceMs?: number;
  readonly log?: Logger;
}

/** Offers what the servers offer, and keeps to it while they come, go and change. */
export async function gatewayServer(options: GatewayOptions): Promise<ServerDefinition> {
  const gateway = new Gateway(options);
  const { downstream, log, patienceMs } = options;
  const offered = new OfferedTools({ downstream, log, patienceMs, make: (...tool) => gateway.proxied(...tool) });
  const pendingResult = gateway.pendingResult();
  const all = (tools: readonly Operation[]) => [pendingResult, ...gateway.program(tools), ...tools];
  return {
    name: 'portarium-gateway',
    version: '1.0.0',
    title: 'Portarium gateway',
    instructions: `Tools of other servers, called under policy. A result with "pending": true is not a failure: a person may have to approve first. Ask ${pendingTool} later with the runId.`,
    operations: all(await offered.open()),
    resources: [toolPages(downstream)],
    watchOperations: (changed) => offered.watch((tools) => changed(all(tools))),
    beforeStop: async () => {
      offered.stop();
      gateway.stop();
    },
    app: { deps: options.deps },
    tasks: gateway.tasks(),
    identify: (found) => gateway.identified(found),
    authorize: (needs, context) => void admit(callerOf(context), needs),
    errorProfile: toolErrorProfile,
    // What tools answer is theirs: only secrets of this installation are masked in it.
    masks: 'certain',
    writes: 'open',
  };
}

/** Under this `_meta` key a listing says which tool of which server stands behind a name. */
const toolKey = 'portarium/tool';

class Gateway {
  readonly #options: GatewayOptions;
  readonly #open = new OpenCalls();
  readonly #questions = new OpenQuestions();
  readonly #programs: Programs;
  /** Tools as programs call them, by the name under which they are offered. */
  readonly #callable = new Map<string, HostTool>();
  readonly #waitMs: number;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#waitMs = options.waitMs ?? 20_000;
    this.#programs = new Programs(options.deps);
  }

  stop(): void {
    this.#programs.stop();
  }

  /** The tool that runs programs over these tools, where their names allow it. */
  program(tools: readonly Operation[]): readonly Operation[] {
    const { log = silentLogger } = this.#options;
    try {
      const operation = this.#programs.operation(tools.flatMap(({ name }) => this.#callable.get(name) ?? []));
      return operation === undefined ? [] : [operation];
    } catch (err) {
      log.warn({ err }, 'programs are not offered');
      return [];
    }
  }

  proxied(server: string, info: ToolInfo, name: string): Operation {
    const { annotations } = info;
    const readOnly = annotations?.readOnlyHint === true;
    if (isForModels(info)) this.#callable.set(name, programTool(server, info, name));
    return {
      name,
      title: info.title ?? annotations?.title ?? info.name,
      description: `${info.description ?? info.name} (${server}, governed)`,
      effect: readOnly ? 'read' : annotations?.destructiveHint === false ? 'write' : 'destructive',
      idempotent: readOnly || annotations?.idempotentHint === true,
      openWorld: true,
      meta: { [toolKey]: { server, tool: info.name }, ...uiOf(server, info) },
      needs: 'tool:propose',
      input: { type: 'object' },
      foreign: isObject(info.inputSchema) ? info.inputSchema : { type: 'object' },
      run: (args, context) =>
        this.#call(context as PortariumContext, server, info.name, args as Record<string, unknown>),
    } as Operation;
  }

  pendingResult(): Operation {
    return {
      name: pendingTool,
      title: 'Result of a pending call',
      description: 'The result of an earlier call that was answered as pending, or the news that it still is.',
      effect: 'read',
      needs: 'run:read',
      input: z.strictObject({ runId: z.string().trim().min(1).describe('From the pending answer') }),
      run: (args, context) => this.#attended(context as PortariumContext, (args as { runId: string }).runId),
    } as Operation;
  }

  /** Who works where is known by the credentials: tools of other servers have no field for it. */
  async identified(found: Identity): Promise<CallerIdentity> {
    const { resolve, workspaceOf } = this.#options;
    return asCaller(found, await resolve(found, workspaceOf(found)));
  }

  async #call(context: PortariumContext, server: string, tool: string, args: Readonly<Record<string, unknown>>) {
    const caller = callerOf(context);
    const key = this.#open.keyOf(caller, server, tool, args);
    const runId = this.#open.runOf(key) ?? (await this.#propose(context, caller, server, tool, args));
    this.#open.keep(key, runId);
    return this.#attended(context, runId);
  }

  /** The run of a call is its task; one of another workspace is none. */
  tasks(): TaskPort {
    const { deps } = this.#options;
    const callerIn = (identity: Identity, workspaceId: string): Caller => {
      const { caller } = identity as CallerIdentity;
      if (caller.workspaceId !== workspaceId) throw notFound('task', workspaceId);
      return caller;
    };
    return runTasks(
      {
        get: async (identity, { workspaceId, runId }) => {
          const caller = admit(callerIn(identity, workspaceId), 'run:read');
          return this.#withResult(caller, await getRun(deps, caller, runId));
        },
        cancel: (identity, { workspaceId, ...request }) =>
          cancelRun(deps, admit(callerIn(identity, workspaceId), 'run:cancel'), request),
      },
      (run) => this.#taskState(run),
    );
  }

  #taskState(call: GovernedCall): TaskState {
    // In the name of the tool that gives results later: it is there whatever became of the server that was called.
    const state = taskState(call, pendingTool, (ended) => this.#deliver(ended));
    // A tool that says it failed has answered, and its words are the result.
    if (state.status !== 'failed' || call.result === undefined) return state;
    const { fault: _, ...facts } = state;
    return { ...facts, status: 'completed', outcome: this.#deliver(call) };
  }

  async #propose(
    context: PortariumContext,
    caller: Caller,
    server: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const idempotencyKey = context.requestMeta[keyMetaKey];
    const { runId } = await proposeCall(duringCall(context), caller, {
      server,
      tool,
      arguments: args,
      ...(typeof idempotencyKey === 'string' ? { idempotencyKey } : {}),
    });
    return runId;
  }

  /**
   * Comes back at once when a person has to decide, or when the server asks the caller something; only a call that takes its
   * time is waited for, and its progress told. A caller that takes its request back takes back the call.
   */
  async #attended(context: PortariumContext, runId: string): Promise<OperationOutcome<unknown>> {
    const program = await this.#programs.resumed(context, runId);
    if (program !== undefined) return program;
    const { deps, downstream } = this.#options;
    const caller = callerOf(context);
    this.#questions.answered(runId, context.client.inputResponses);
    const asked = new AbortController();
    const leave = downstream.attend?.(runId, this.#attendant(context, runId, asked));
    const signal = AbortSignal.any([context.signal, asked.signal]);
    try {
      const run = await waitForRun(deps, caller, runId, { timeoutMs: this.#waitMs, signal });
      if (isPending(run) && wasTakenBack(context)) await this.#takeBack(caller, runId);
      return this.#answer(context, await this.#withResult(caller, run));
    } finally {
      leave?.();
    }
  }

  #attendant(context: PortariumContext, runId: string, asked: AbortController): Attendant {
    return {
      progress: ({ metadata, ...update }) => context.progress.report({ ...update, metadata }),
      elicit: async (params, signal) => {
        if (context.client.capabilities?.elicitation === undefined) return { action: 'cancel' };
        const answer = this.#questions.ask(runId, params, signal);
        asked.abort();
        return answer;
      },
    };
  }

  #answer(context: PortariumContext, call: GovernedCall): OperationOutcome<unknown> {
    const question = isPending(call) ? this.#questions.of(call.runId) : undefined;
    if (question !== undefined) {
      const { key, params } = question;
      return inputRequired({
        inputRequests: { [key]: { method: 'elicitation/create', params } as never },
        requestState: call.runId,
      });
    }
    return context.client.acceptsTasks && isPending(call) ? asTask(this.#taskState(call)) : this.#deliver(call);
  }

  async #takeBack(caller: Caller, runId: string): Promise<void> {
    // It may have ended meanwhile; then there is nothing to take back.
    await cancelRun(this.#options.deps, caller, { runId, reason: 'The caller took the call back.' }).catch(() => {});
  }

  async #withResult(caller: Caller, run: RunView): Promise<GovernedCall> {
    return isPending(run) ? run : { ...run, result: await callResult(this.#options.deps, caller, run.runId) };
  }

  #deliver(call: GovernedCall) {
    if (!isPending(call)) this.#open.delivered(call.runId);
    return callAnswer(call);
  }
}

/**
 * Said by the caller, as opposed to a line that broke or a deadline that passed: then the result is asked for again. In the
 * modern era leaving is how a caller says it.
 */
function wasTakenBack({ signal: { aborted, reason }, era }: PortariumContext): boolean {
  if (!aborted || !(reason instanceof Error)) return aborted;
  return reason.name === 'AbortError' || (era === 'modern' && reason.name !== 'TimeoutError');
}
