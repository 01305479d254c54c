import { isObject, onAbort } from '@quadrivium/kernel/essentials';
import pLimit from 'p-limit';
import type { HostResult, JsonObject, Progress } from '../host/tool-host.js';
import type { AgentWatcher } from './agent-event.js';
import type { CallBlock, ResultBlock } from './dialog.js';
import { type AgentTool, textResult } from './tools/agent-tool.js';
import { type Presentation, present } from './tools/present.js';
import { unknownTool } from './tools/tool-search.js';

export interface CallSetup {
  readonly tools: readonly AgentTool[];
  readonly presentation: Presentation;
  readonly watch: AgentWatcher;
  readonly signal: AbortSignal;
  /** Milliseconds from any start. */
  readonly clock: () => number;
}

/** So many calls of one step are under way at the same time. */
const MOST_AT_ONCE = 16;

/** Runs the calls of one step, side by side, and gives their results in the order of the calls. */
export function runCalls(calls: readonly CallBlock[], setup: CallSetup): Promise<ResultBlock[]> {
  return pLimit(MOST_AT_ONCE).map(calls, (call) => runCall(call, setup));
}

async function runCall(call: CallBlock, setup: CallSetup): Promise<ResultBlock> {
  const { tools, watch, clock, presentation } = setup;
  const tool = tools.find(({ name }) => name === call.tool);
  const args = parsedObject(call.input);
  const loud = tool?.silent !== true;
  if (loud) await watch({ type: 'call', call, tool, args: args.value });
  const start = clock();
  const result = await resultOf(call, tool, args, setup);
  if (loud) await watch({ type: 'result', call, tool, result, durationMs: Math.round(clock() - start) });
  return {
    type: 'result',
    id: call.id,
    tool: call.tool,
    isError: result.isError,
    content: await present(result, presentation),
  };
}

async function resultOf(
  call: CallBlock,
  tool: AgentTool | undefined,
  args: ParsedObject,
  { tools, signal, watch }: CallSetup,
): Promise<HostResult> {
  if (tool === undefined) return unknownTool(call.tool, tools);
  if (args.value === undefined) return brokenArguments(call, args.problem);
  if (signal.aborted) return textResult('The run was cancelled before this call was made.', true);
  const onProgress = (progress: Progress): void => void watch({ type: 'progress', call, progress });
  return unlessStopped(tool.use(args.value, { signal, onProgress }), signal);
}

const STOPPED = 'The run was interrupted during this call; it may or may not have had its effect.';

/** How long a call that is stopped may take to say what came of it; whoever stopped it does not wait any longer. */
const LAST_WORDS_MS = 200;

function unlessStopped(work: Promise<HostResult>, signal: AbortSignal): Promise<HostResult> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(textResult(STOPPED, true));
    let timer: NodeJS.Timeout | undefined;
    const forget = onAbort(signal, () => {
      timer = setTimeout(giveUp, LAST_WORDS_MS);
    });
    work.then(resolve, reject).finally(() => {
      forget();
      clearTimeout(timer);
    });
  });
}

type ParsedObject =
  | { readonly value: JsonObject; readonly problem: undefined }
  | { readonly value: undefined; readonly problem: string };

function parsedObject(text: string): ParsedObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { value: value as JsonObject, problem: undefined };
    return { value: undefined, problem: 'they are JSON, but not an object' };
  } catch (error) {
    return { value: undefined, problem: (error as Error).message };
  }
}

const QUOTED_CHARS = 2000;

/** Quotes the text as it came: wrapping or escaping it again would teach the model a third form. */
function brokenArguments({ tool, input }: CallBlock, problem: string): HostResult {
  const quoted = input.length <= QUOTED_CHARS ? input : `${input.slice(0, QUOTED_CHARS)}…`;
  return textResult(
    `The arguments of ${tool} are not a JSON object (${problem}); nothing was run. They were:\n${quoted}\n` +
      'Call the tool again with one complete JSON object.',
    true,
  );
}
