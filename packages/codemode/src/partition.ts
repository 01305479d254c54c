import type { HostTool } from './tools/host-tool.js';

export interface Partition {
  /** Functions of programs. */
  readonly code: readonly HostTool[];
  /** Ordinary tools, because `excludedTools` names them. */
  readonly direct: readonly HostTool[];
  /** Entries of `excludedTools` that no tool has. */
  readonly unmatched: readonly string[];
}

/**
 * Divides the tools as `codeMode.excludedTools` says: by name, or by `server/name` where two servers share a name. `*`
 * stands for any characters.
 *
 * @param offered what a model is offered; only these can be direct tools
 * @param every also the tools that another server's tool of the same name hides; programs tell them apart by server
 */
export function partitionTools(
  offered: readonly HostTool[],
  every: readonly HostTool[],
  excludedTools: readonly string[],
): Partition {
  const patterns = excludedTools.map((text) => ({ text, matches: matcherFor(text) }));
  const excluded = (tool: HostTool): boolean => patterns.some(({ matches }) => matches(tool));
  return {
    code: every.filter((tool) => !excluded(tool)),
    direct: offered.filter(excluded),
    unmatched: patterns.filter(({ matches }) => !every.some(matches)).map(({ text }) => text),
  };
}

function matcherFor(pattern: string): (tool: HostTool) => boolean {
  const body = pattern
    .split('*')
    .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  const expression = new RegExp(`^${body}$`, 's');
  return ({ server, name, providerName }) =>
    [name, providerName, `${server}/${name}`, `${server}.${name}`].some((each) => expression.test(each));
}
