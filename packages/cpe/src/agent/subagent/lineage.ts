import { cpeFault } from '../../faults.js';
import { EVENT_ADDRESS_VARIABLE } from '../../host/client-identity.js';

const DEPTH_VARIABLE = 'CPE_SUBAGENT_DEPTH';
const PARENT_VARIABLE = 'CPE_SUBAGENT_PARENT_RUN_ID';
const MAX_DEPTH_VARIABLE = 'CPE_SUBAGENT_MAX_DEPTH';
const MAX_DEPTH = 4;

/** Where in the tree of agents this process stands. The root is at depth 0. */
export type Lineage = ReturnType<typeof lineageOf>;

export function lineageOf(env: NodeJS.ProcessEnv) {
  return {
    depth: countOf(env[DEPTH_VARIABLE], 0),
    maxDepth: countOf(env[MAX_DEPTH_VARIABLE], MAX_DEPTH),
    parentRunId: env[PARENT_VARIABLE] || undefined,
    /** Where events go; undefined when nobody listens. */
    eventAddress: env[EVENT_ADDRESS_VARIABLE] || undefined,
  };
}

/**
 * The environment of the servers that a run starts. The root is no subagent and has no run to name. The event address is
 * left to the host, which keeps it from servers with `forwardEvents: false`.
 */
export function childEnvironment(env: NodeJS.ProcessEnv, { depth }: Lineage, runId?: string): NodeJS.ProcessEnv {
  const { [EVENT_ADDRESS_VARIABLE]: _address, ...inherited } = env;
  const parent = runId === undefined ? {} : { [PARENT_VARIABLE]: runId };
  return { ...inherited, [DEPTH_VARIABLE]: String(depth + 1), ...parent };
}

/** An agent that calls itself would go on for ever. */
export function refuseTooDeep({ depth, maxDepth }: Lineage, name: string): void {
  if (depth <= maxDepth) return;
  throw cpeFault('TooDeep', `Subagent ${name} would run at depth ${depth}, and ${maxDepth} is the deepest allowed.`, {
    context: { depth, maxDepth },
    suggestion: `Do the work without another subagent, or raise ${MAX_DEPTH_VARIABLE}.`,
  });
}

function countOf(text: string | undefined, usual: number): number {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : usual;
}
