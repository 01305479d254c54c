import {
  asTask,
  type Front,
  type Identity,
  internalErrorProfile,
  type Operation,
  type ServerDefinition,
  svgIcon,
} from '@quadrivium/kernel';
import type { Deps } from '../app/deps.js';
import { exposedTools } from '../app/policies/policies.js';
import { getRun as readRun } from '../app/runs/read-runs.js';
import { cancelRun as cancel } from '../app/runs/runs.js';
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
import { answerForARun } from './answer-for-a-run-skill.js';
import { askForApproval } from './ask-for-approval-skill.js';

const tools = operations.filter(({ tool }) => tool !== false);

/** Their names, without any control plane behind them. */
export const toolNames: readonly string[] = tools.map(({ name }) => name);

export const serverVersion = '1.0.0';

const instructions = `A control plane for agents: workflow runs under policy, human approvals bound to exact calls, work items, agents with heartbeats, and evidence that anybody can verify.

Start a run with portarium_run_start and an idempotency key, then poll portarium_run_get; pollAfterMs says when. A run that waits for approval lists what waits: tell the person what it will do and where to decide, and go on with something else. Whoever asked for a call cannot approve it; a digest that no longer fits is refused, so show the plan again instead of repeating the decision. Register once with portarium_agent_register and send portarium_agent_heartbeat while you work.

It does not decide for people, repeat a call that may already have happened, or accept arguments other than those approved. A refusal by policy names its rule; change the request, do not look for a way around it. A paused run asks a person whether a call happened: never answer that yourself.

Evidence is read and verified over the REST API, the console or the command line (portarium evidence verify).`;

const facts = {
  name: 'portarium-mcp-server',
  version: serverVersion,
  title: 'Portarium control plane',
  instructions,
  itemIcons: svgIcon('<path d="M5 21V5l7-3 7 3v16M9 12l2 2 4-4"/>'),
  errorProfile: internalErrorProfile,
  writes: 'open',
  skills: [askForApproval, answerForARun],
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
