import { type ServerDefinition, toolErrorProfile } from '@quadrivium/kernel';
import { RunDesk } from '../service/run-desk.js';
import { getConfigSchemaTool } from './get-config-schema.js';
import { queryConvergenceTool } from './query-convergence.js';
import { runTool } from './run.js';
import { validateTool } from './validate.js';

/** What the server works with; everything has a default, so that schemas can be listed without anything running. */
export interface CobreServices {
  readonly desk?: RunDesk;
}

const lists = {
  tools: { listChanged: false },
  resources: { subscribe: false, listChanged: false },
  prompts: { listChanged: false },
};

/** The seed fixes what clients of its time are told; later ones also learn that arguments can be completed. */
const seedRevisions = ['2024-11-05', '2025-03-26'];

export function cobreServer({ desk = new RunDesk() }: CobreServices = {}): ServerDefinition {
  return {
    name: 'cobre-mcp',
    version: '2.0.0',
    instructions:
      'Start with cobre/inspect-case and cobre/validate. cobre/run trains and simulates (needs --allow-write) and reports progress. Then ask cobre/query-convergence, cobre/query-results and cobre/inspect-policy; the prompts explain what to look for.',
    tools: [validateTool(), runTool(desk), queryConvergenceTool(), getConfigSchemaTool()],
    resources: [],
    prompts: [],
    errorProfile: toolErrorProfile,
    writeRefusal: 'Write operations are disabled. Start the server with --allow-write to enable training and export.',
    capabilities: (revision) => (seedRevisions.includes(revision) ? lists : { ...lists, completions: {} }),
  };
}
