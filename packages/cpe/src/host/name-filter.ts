import type { ServerConfig } from '../config/schema.js';
import type { FilterStatistics } from './tool-host.js';

export interface Filtered<Tool> {
  readonly kept: readonly Tool[];
  readonly left: readonly Tool[];
  readonly statistics: FilterStatistics;
}

/** Applies the white list or the black list of a server. A plain name means itself; `*` and `?` make it a pattern. */
export function filterTools<Tool extends { readonly name: string }>(
  tools: readonly Tool[],
  { enabledTools, disabledTools }: Pick<ServerConfig, 'enabledTools' | 'disabledTools'>,
): Filtered<Tool> {
  const wishes = (enabledTools ?? disabledTools ?? []).map((text) => ({ text, matches: matcherOf(text) }));
  const named = (tool: Tool): boolean => wishes.some(({ matches }) => matches(tool.name));
  const passes = (tool: Tool): boolean => enabledTools === undefined || named(tool);
  const stays = (tool: Tool): boolean => passes(tool) && !(disabledTools !== undefined && named(tool));
  const kept = tools.filter(stays);
  const unmatched = wishes.filter(({ matches }) => !tools.some(({ name }) => matches(name))).map(({ text }) => text);
  const mode = enabledTools ? 'whitelist' : disabledTools ? 'blacklist' : 'all';
  const statistics = {
    mode,
    total: tools.length,
    available: kept.length,
    filtered: tools.length - kept.length,
    unmatched,
  } as const;
  return { kept, left: tools.filter((tool) => !stays(tool)), statistics };
}

/** A plain name means itself; `*` and `?` make it a pattern. */
export function matcherOf(wish: string): (name: string) => boolean {
  if (!/[*?]/.test(wish)) return (name) => name === wish;
  const pattern = wish
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${pattern}$`, 'su');
  return (name) => expression.test(name);
}
