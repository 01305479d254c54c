/**
 * Other MCP servers behind one endpoint. Every call of theirs becomes a run of one step: policy lets it pass, asks a
 * person, or refuses; the plan, the gate and the evidence are those of any other run. Definitions are pinned when first
 * seen, and a tool that has changed is not called until somebody has looked.
 */

import {
  asTask,
  type Identity,
  type Logger,
  type Operation,
  portableName,
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
import { getRun, waitForRun } from '../app/read-runs.js';
import { cancelRun, proposeCall } from '../app/runs.js';

import type { Caller } from '../domain/principal.js';
import { notFound } from '../faults.js';
import { admit, type CallerIdentity, type CallerOf, callerOf } from '../operations/caller.js';
import { duringCall, keyMetaKey, type PortariumContext } from '../operations/define.js';
import { runTasks, taskState } from '../operations/runs/run-task.js';
import { callAnswer, isPending, pendingTool } from './call-answer.js';
import { OpenCalls } from './open-calls.js';

/** A tool as another server describes it. */
interface ToolInfo {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly annotations?: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
}

/** The servers that are offered, and what they say they can do. */
export interface ToolSource {
  servers(): readonly string[];
  tools(server: string): Promise<readonly ToolInfo[]>;
}

export interface GatewayOptions {
  readonly deps: Deps;
  readonly downstream: ToolSource;
  /** The caller for whom a call is made. */
  readonly resolve: CallerOf;
  /** The workspace in which a caller works; a fault when there is none. */
  readonly workspaceOf: (identity: Identity) => string;
  /** How long a call waits for its result before it is answered as pending; clients give up after a minute. */
  readonly waitMs?: number;
  readonly log?: Logger;
}

interface Offered {
  readonly server: string;
  readonly info: ToolInfo;
}

/** Asks every server once what it offers; one that does not answer is left out and said so. */
export async function gatewayServer(options: GatewayOptions): Promise<ServerDefinition> {
  const gateway = new Gateway(options);
  const offered = await gateway.offered();
  return {
    name: 'portarium-gateway',
    version: '1.0.0',
    title: 'Portarium gateway',
    instructions: `Tools of other servers, called under policy. A result with "pending": true is not a failure: a person may have to approve first. Ask ${pendingTool} later with the runId.`,
    operations: [gateway.pendingResult(), ...offered.map((tool) => gateway.proxied(tool))],
    app: { deps: options.deps },
    tasks: gateway.tasks(),
    identify: (found) => gateway.identified(found),
    authorize: (needs, context) => void admit(callerOf(context), needs),
    errorProfile: toolErrorProfile,
    writes: 'open',
  };
}

export const proxiedName = (server: string, tool: string): string => `${server}__${tool}`;

class Gateway {
  readonly #options: GatewayOptions;
  readonly #open = new OpenCalls();
  readonly #waitMs: number;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#waitMs = options.waitMs ?? 20_000;
  }

  async offered(): Promise<readonly Offered[]> {
    const { downstream, log = silentLogger } = this.#options;
    const lists = await Promise.all(
      downstream.servers().map(async (server) => {
        try {
          return (await downstream.tools(server)).map((info) => ({ server, info }));
        } catch (err) {
          log.warn({ err, server }, 'this server is not offered: it does not answer');
          return [];
        }
      }),
    );
    return this.#told(lists.flat());
  }

  /** A server may list one name twice, or two that callers could not tell apart: the first stays. */
  #told(offered: readonly Offered[]): readonly Offered[] {
    const { log = silentLogger } = this.#options;
    const taken = new Set<string>();
    return offered.filter(({ server, info }) => {
      const spelling = portableName(proxiedName(server, info.name));
      if (taken.has(spelling)) log.warn({ server, tool: info.name }, 'this tool is not offered: another has its name');
      const isNew = !taken.has(spelling);
      taken.add(spelling);
      return isNew;
    });
  }

  proxied({ server, info }: Offered): Operation {
    const { annotations } = info;
    const readOnly = annotations?.readOnlyHint === true;
    return {
      name: proxiedName(server, info.name),
      title: info.name,
      description: `${info.description ?? info.name} (${server}, governed)`,
      effect: readOnly ? 'read' : annotations?.destructiveHint === false ? 'write' : 'destructive',
      idempotent: readOnly || annotations?.idempotentHint === true,
      openWorld: true,
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
      run: async (args, context) =>
        this.#deliver(await this.#wait(callerOf(context), (args as { runId: string }).runId, context.signal)),
    } as Operation;
  }

  /** Who works where is known by the credentials: tools of other servers have no field for it. */
  async identified(found: Identity): Promise<CallerIdentity> {
    const { resolve, workspaceOf } = this.#options;
    const caller = await resolve(found, workspaceOf(found));
    return {
      ...found,
      subject: caller.principalId,
      roles: caller.roles,
      workspaces: [caller.workspaceId],
      caller,
      found,
    };
  }

  async #call(context: PortariumContext, server: string, tool: string, args: Readonly<Record<string, unknown>>) {
    const caller = callerOf(context);
    const key = this.#open.keyOf(caller, server, tool, args);
    const runId = this.#open.runOf(key) ?? (await this.#propose(context, caller, server, tool, args));
    this.#open.keep(key, runId);
    const run = await this.#wait(caller, runId, context.signal);
    return context.client.acceptsTasks && isPending(run) ? asTask(this.#taskState(run)) : this.#deliver(run);
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
        get: (identity, { workspaceId, runId }) =>
          getRun(deps, admit(callerIn(identity, workspaceId), 'run:read'), runId),
        cancel: (identity, { workspaceId, ...request }) =>
          cancelRun(deps, admit(callerIn(identity, workspaceId), 'run:cancel'), request),
      },
      (run) => this.#taskState(run),
    );
  }

  #taskState(run: RunView): TaskState {
    // In the name of the tool that gives results later: it is there whatever became of the server that was called.
    return taskState(run, pendingTool, (ended) => this.#deliver(ended));
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

  /** Comes back at once when a person has to decide; only a call that takes its time is waited for. */
  #wait(caller: Caller, runId: string, signal: AbortSignal): Promise<RunView> {
    return waitForRun(this.#options.deps, caller, runId, { timeoutMs: this.#waitMs, signal });
  }

  #deliver(run: RunView) {
    if (!isPending(run)) this.#open.delivered(run.runId);
    return callAnswer(run);
  }
}
