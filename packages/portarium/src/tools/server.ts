import {
  asTask,
  type Front,
  type Identity,
  internalErrorProfile,
  type Operation,
  type ServerDefinition,
} from '@quadrivium/kernel';
import type { Deps } from '../app/deps.js';
import { exposedTools } from '../app/policies.js';
import { getRun as readRun } from '../app/read-runs.js';
import { cancelRun as cancel } from '../app/runs.js';
import type { PortariumClient } from '../client/portarium-client.js';
import { portariumFault } from '../faults.js';
import {
  admit,
  type CallerOf,
  callerOf,
  callerResolver,
  identified,
  type LocalPrincipal,
} from '../operations/caller.js';
import { withKey } from '../operations/define.js';
import { operations } from '../operations/list.js';
import { cancelRun } from '../operations/runs/cancel.js';
import { getRun } from '../operations/runs/get.js';
import { runTasks, startedOutcome, taskState } from '../operations/runs/run-task.js';
import { startRun } from '../operations/runs/start.js';

const tools = operations.filter(({ tool }) => tool !== false);

/** Their names, without any control plane behind them. */
export const toolNames: readonly string[] = tools.map(({ name }) => name);

export const serverVersion = '1.0.0';

const facts = {
  name: 'portarium-mcp-server',
  version: serverVersion,
  title: 'Portarium control plane',
  instructions:
    'Start a run, then poll portarium_run_get (pollAfterMs says when). A run that waits for approval lists what waits; a person other than the one who asked decides. Agents register once and send heartbeats.',
  errorProfile: internalErrorProfile,
  writes: 'open',
  capabilities: { tools: {} },
} as const;

/** The control plane of this process: the seven tools, the routes and the commands are its operations. */
export function portariumServer(deps: Deps, local?: LocalPrincipal): ServerDefinition {
  const [mcp, rest, cli] = (['mcp', 'rest', 'cli'] as const).map((via) => callerResolver(deps, via, local)) as [
    CallerOf,
    CallerOf,
    CallerOf,
  ];
  const resolvers: Readonly<Record<Front, CallerOf>> = { mcp, rest, cli };
  return {
    ...facts,
    operations,
    app: { deps },
    tasks: runTasks({
      get: async (identity, { workspaceId, runId }) =>
        readRun(deps, admit(await mcp(identity, workspaceId), 'run:read'), runId),
      cancel: async (identity, { workspaceId, ...request }) =>
        cancel(deps, admit(await mcp(identity, workspaceId), 'run:cancel'), request),
    }),
    identify: (found, asked) => identified(found, asked, resolvers[asked.front]),
    async authorize(needs, context, _args, operation) {
      const caller = callerOf(context);
      if (context.front === 'mcp' && !(await exposedTools(deps, caller, [operation])).has(operation))
        // In the words of an unknown tool, so that nothing is learnt about hidden ones.
        throw portariumFault('NotFound', `Unknown tool: ${operation}`);
      admit(caller, needs, operation);
    },
  };
}

/** The client that speaks for this caller. */
export type ClientFor = (identity: Identity) => PortariumClient;

/** The seven tools over a control plane elsewhere, which knows the caller and keeps the record. */
export function remoteServer(clientFor: ClientFor): ServerDefinition {
  return {
    ...facts,
    operations: tools.map((tool) => forwarded(tool, clientFor)),
    tasks: runTasks({
      get: (identity, key) => clientFor(identity).call(getRun, key),
      cancel: (identity, request) => clientFor(identity).call(cancelRun, request),
    }),
  };
}

/** Only what the caller gave is passed on; the other side completes and checks it. */
function forwarded({ needs: _, ...tool }: Operation, clientFor: ClientFor): Operation {
  const input = typeof tool.tool === 'object' ? tool.tool.input : tool.input;
  return {
    ...tool,
    input,
    tool: true,
    // The other side has masked what it had to; here only this process's own secrets are looked for.
    verbatim: 'but-secrets',
    async run(args, context) {
      const client = clientFor(context.identity);
      const answer = await client.call(tool, withKey(input, args as object, context));
      if (tool.name !== startRun.name || !context.client.acceptsTasks) return answer;
      const { workspaceId, runId } = answer as { workspaceId: string; runId: string };
      return asTask(taskState(await client.call(getRun, { workspaceId, runId }), tool.name, startedOutcome));
    },
  };
}
