import type { ExecutionSetup } from '../execution-setup.js';
import type { HostPart } from '../tools/host-tool.js';
import { DEFAULT_CHAR_LIMIT, spill } from '../tools/spill.js';
import type { CodeResult, Presented } from './code-result.js';
import type { Failure } from './failure.js';

const SHARE_OF_CONTEXT = 0.2;
const CHARS_PER_TOKEN = 4;

function charLimitOf({ config, contextWindow }: ExecutionSetup): number {
  if (config.largeOutputCharLimit !== undefined) return config.largeOutputCharLimit;
  const share = (contextWindow ?? Number.POSITIVE_INFINITY) * SHARE_OF_CONTEXT * CHARS_PER_TOKEN;
  return Math.min(DEFAULT_CHAR_LIMIT, Math.floor(share));
}

/** Keeps aside what is too long, as for every other tool. */
export async function finished(
  setup: ExecutionSetup,
  shown: Presented,
  failure: Failure | undefined,
  calls: number,
): Promise<CodeResult> {
  const { parts, handle, shortened } = await spill(shown.content, charLimitOf(setup), setup.host.results);
  const way: HostPart[] =
    handle === undefined ? [] : [{ type: 'text', text: `In a program: await results.get(${JSON.stringify(handle)})` }];
  return {
    content: [...parts, ...way],
    structuredContent: shortened ? undefined : shown.structuredContent,
    isError: failure !== undefined,
    outcome: failure?.class ?? 'ok',
    calls,
    ...(handle === undefined ? {} : { handle }),
    ...(failure === undefined ? {} : { failed: failure.firstLine }),
  };
}
