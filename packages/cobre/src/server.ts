/** The MCP server as data; `bin/cobre-mcp.ts` serves it, and other compositions may. */
import { type Operation, type ServerDefinition, toolErrorProfile } from '@quadrivium/kernel';
import { cobrePrompts } from './prompts/index.js';
import { cobreResources } from './resources/index.js';
import { taskPort } from './service/runs/task-states.js';
import { type CobreServices, cobreServices } from './service/services.js';
import { cancelTaskTool } from './tools/cancel-task.js';
import { comparePoliciesTool } from './tools/compare-policies.js';
import { exportResultsTool } from './tools/export-results.js';
import { getConfigSchemaTool } from './tools/get-config-schema.js';
import { getTaskStatusTool } from './tools/get-task-status.js';
import { inspectCaseTool } from './tools/inspect-case.js';
import { inspectPolicyTool } from './tools/inspect-policy.js';
import { listScenariosTool } from './tools/list-scenarios.js';
import { queryConvergenceTool } from './tools/query-convergence.js';
import { queryResultsTool } from './tools/query-results.js';
import { runTool } from './tools/run.js';
import { validateTool } from './tools/validate.js';

export { type CobreServices, cobreServices } from './service/services.js';

/** In the order they are listed: the seed's ten, then the two that go with runs in the background. */
function toolsOf({ runner, tasks, engine }: CobreServices): readonly Operation[] {
  return [
    validateTool(),
    runTool(runner, tasks),
    queryResultsTool(engine),
    queryConvergenceTool(),
    inspectPolicyTool(),
    comparePoliciesTool(),
    inspectCaseTool(),
    listScenariosTool(engine),
    exportResultsTool(engine),
    getConfigSchemaTool(),
    getTaskStatusTool(tasks),
    cancelTaskTool(tasks),
  ] as readonly Operation[];
}

const lists = {
  tools: { listChanged: false },
  resources: { subscribe: false, listChanged: false },
  prompts: { listChanged: false },
};

/** The seed fixes what clients of its time are told; later ones also learn that arguments can be completed. */
const seedRevisions = ['2024-11-05', '2025-03-26'];

export function cobreServer(services: CobreServices = cobreServices()): ServerDefinition {
  return {
    name: 'cobre-mcp',
    version: '2.0.0',
    instructions:
      'Start with cobre/inspect-case and cobre/validate. cobre/run trains and simulates (needs --allow-write) and reports progress. Then ask cobre/query-convergence, cobre/query-results and cobre/inspect-policy; the prompts explain what to look for.',
    operations: toolsOf(services),
    resources: cobreResources(services.engine),
    prompts: cobrePrompts(services.engine),
    tasks: taskPort(services.tasks),
    errorProfile: toolErrorProfile,
    writeRefusal: 'Write operations are disabled. Start the server with --allow-write to enable training and export.',
    capabilities: (revision) => (seedRevisions.includes(revision) ? lists : { ...lists, completions: {} }),
  };
}
