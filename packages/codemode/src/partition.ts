import type { HostTool } from './tools/host-tool.js';

export type Partition = ReturnType<typeof partitionTools>;

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
) {
  const patterns = excludedTools.map((text) => ({ text, matches: matcherFor(text) }));
  const excluded = (tool: HostTool): boolean => patterns.some(({ matches }) => matches(tool));
  return {
    /** Functions of programs. */
    code: every.filter((tool) => !excluded(tool)),
    /** Ordinary tools, because `excludedTools` names them. */
    direct: offered.filter(excluded),
    /** Entries of `excludedTools` that no tool has. */
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
