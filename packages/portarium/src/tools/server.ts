import { internalErrorProfile, type ServerDefinition } from '@quadrivium/kernel';
import { agentHeartbeatTool } from './agent-heartbeat.js';
import { agentRegisterTool } from './agent-register.js';
import { approvalSubmitTool } from './approval-submit.js';
import type { Admit, ClientFor } from './client-tool.js';
import { runCancelTool } from './run-cancel.js';
import { runGetTool } from './run-get.js';
import { runStartTool } from './run-start.js';
import { runTasks } from './run-task.js';
import { workItemsListTool } from './work-items-list.js';

/** In the order of the specification; clients cache the list. */
const tools = [
  runStartTool,
  runGetTool,
  runCancelTool,
  workItemsListTool,
  approvalSubmitTool,
  agentRegisterTool,
  agentHeartbeatTool,
];

export const serverVersion = '1.0.0';

/** Their names, without any control plane behind them. */
export const toolNames: readonly string[] = tools.map((tool) => tool(noClient).name);

function noClient(): never {
  throw new TypeError('These tools are for listing only.');
}

export function portariumServer(clientFor: ClientFor, admit?: Admit): ServerDefinition {
  return {
    name: 'portarium-mcp-server',
    version: serverVersion,
    title: 'Portarium control plane',
    instructions:
      'Start a run, then poll portarium_run_get (pollAfterMs says when). A run that waits for approval lists what waits; a person other than the one who asked decides. Agents register once and send heartbeats.',
    operations: tools.map((tool) => tool(clientFor, admit)),
    tasks: runTasks(clientFor, 'portarium_run_start'),
    errorProfile: internalErrorProfile,
    writes: 'open',
    capabilities: { tools: {} },
  };
}
