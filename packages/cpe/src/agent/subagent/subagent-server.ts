/** `cpe mcp serve`: a configured subagent as an MCP server with one tool. */
import { resolve } from 'node:path';
import {
  type ErrorProfile,
  type Identity,
  type OperationContext,
  openSandbox,
  operation,
  reply,
  type Sandbox,
  type ServerDefinition,
} from '@quadrivium/kernel';
import * as z from 'zod';
import { VERSION } from '../../host/client-identity.js';
import type { AgentEvent } from '../agent-event.js';
import type { AgentWorld } from '../agent-world.js';
import { MAX_INPUT_BYTES } from '../inputs.js';
import { outputSchemaOf, runSubagent, type SubagentSetup, type SubagentTask } from './subagent-run.js';

export const RUN_ID_KEY = 'io.quadrivium/runId';

const Input = z.strictObject({
  prompt: z.string().regex(/\S/, 'must say what to do').describe('What the subagent is to do'),
  inputs: z
    .array(z.string().min(1))
    .max(100)
    .optional()
    .describe('Files below the working directory, or web addresses, that go with the prompt'),
  runId: z.string().regex(/\S/).max(190).optional().describe('Names this run in logs; made up when left out'),
});

/** A failure is told in words, as the text of an error result, so that a calling model can act on it. */
const failureProfile: ErrorProfile = {
  name: 'subagent-failure',
  encode({ fault, tool }) {
    const advice = fault.suggestion === undefined ? '' : ` ${fault.suggestion}`;
    return { content: [{ type: 'text', text: `Subagent ${tool} failed: ${fault.message}${advice}` }], isError: true };
  },
};

export async function subagentServer(setup: SubagentSetup): Promise<ServerDefinition> {
  const { subagent, world } = setup;
  const output = outputSchemaOf(setup);
  const allowed = (subagent.allowPaths ?? []).map((path) => resolve(setup.loaded.folder, path));
  const files = await openSandbox([world.cwd, ...allowed], { largestRead: MAX_INPUT_BYTES });
  const names = new UniqueNames();
  const tool = operation({
    name: subagent.name,
    title: subagent.name,
    description: subagent.description,
    effect: 'write',
    openWorld: true,
    input: Input,
    ...(output === undefined ? {} : { output }),
    async run(args, context) {
      const answer = await runSubagent(setup, taskOf(args, context, names.of(runIdOf(args, context, world)), files));
      return reply({
        content: [{ type: 'text', text: answer.text }],
        ...('value' in answer ? { data: answer.value } : {}),
      });
    },
  });
  return {
    name: 'cpe',
    version: VERSION,
    title: 'CPE',
    operations: [tool],
    writes: 'open',
    errorProfile: failureProfile,
    identify: (found) => callerOf(setup, found),
  };
}

/** Where another run started this process, that run is who calls, and no person. */
function callerOf({ lineage: { parentRunId } }: SubagentSetup, found: Identity): Identity {
  return parentRunId === undefined ? found : { ...found, subject: parentRunId, roles: ['agent'] };
}

function runIdOf({ runId }: z.output<typeof Input>, { requestMeta }: OperationContext, world: AgentWorld): string {
  const given = requestMeta[RUN_ID_KEY];
  return runId ?? (typeof given === 'string' && given.trim() !== '' ? given.slice(0, 190) : world.newId());
}

/** Models like to call every run the same; in a log two runs must be told apart. */
class UniqueNames {
  readonly #uses = new Map<string, number>();

  of(name: string): string {
    const uses = (this.#uses.get(name) ?? 0) + 1;
    this.#uses.set(name, uses);
    return uses === 1 ? name : `${name}-${uses}`;
  }
}

function taskOf(
  { prompt, inputs = [] }: z.output<typeof Input>,
  { signal, progress }: OperationContext,
  runId: string,
  files: Sandbox,
): SubagentTask {
  let count = 0;
  return {
    prompt,
    inputs,
    runId,
    signal,
    readFile: (path) => files.readFile(path),
    // Whoever called sees that work goes on, and its timeouts start again.
    watch(event) {
      const message = progressOf(event);
      if (message === undefined) return;
      count += 1;
      progress.report({ progress: count, message });
    },
  };
}

function progressOf(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'call':
      return `→ ${event.tool?.title ?? event.call.tool}`;
    case 'result':
      return `${event.result.isError ? '✗' : '←'} ${event.tool?.title ?? event.call.tool}`;
    case 'progress':
      return event.progress.message ?? `… ${event.call.tool}`;
    case 'retry':
      return 'waiting for the model';
    case 'step':
      return 'thinking';
    default:
      return undefined;
  }
}
