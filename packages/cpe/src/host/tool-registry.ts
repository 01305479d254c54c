import { cpeFault } from '../faults.js';
import { type Named, providerNames } from './provider-names.js';
import { RESERVED_NAMES } from './reserved-names.js';
import type { HostTool } from './tool-host.js';

export type ListedTool = Omit<HostTool, 'providerName'>;
export type DuplicatePolicy = 'skip' | 'error' | 'prefix';

export interface ToolRegistry {
  /** What a model is offered. */
  readonly offered: readonly HostTool[];
  readonly every: readonly HostTool[];
  readonly warnings: readonly string[];
}

/** Decides which tools are offered and under which names. The order given is the order of precedence. */
export function registerTools(listed: readonly ListedTool[], policy: DuplicatePolicy): ToolRegistry {
  const owners = new Map<string, string>();
  const warnings: string[] = [];
  const repeated = new Set<ListedTool>();
  for (const tool of listed) {
    const owner = owners.get(tool.name);
    if (owner === undefined) owners.set(tool.name, tool.server);
    else {
      if (policy === 'error') throw duplicateFault(tool, owner);
      if (policy === 'skip' || owner === tool.server) warnings.push(duplicateWarning(tool, owner));
      repeated.add(tool);
    }
  }
  // A server that lists one name twice cannot be asked for the second.
  const callable = listed.filter((tool) => !(repeated.has(tool) && owners.get(tool.name) === tool.server));
  const every = withNames(callable, repeated, policy);
  const offered = policy === 'prefix' ? every : every.filter((_, index) => !isIn(repeated, callable[index]));
  return { offered, every, warnings };
}

function withNames(
  tools: readonly ListedTool[],
  repeated: ReadonlySet<ListedTool>,
  policy: DuplicatePolicy,
): HostTool[] {
  const shared = new Set([...repeated].map(({ name }) => name));
  const named = tools.map(({ server, name }, index): Named => {
    const isShared = policy === 'prefix' ? shared.has(name) : isIn(repeated, tools[index]);
    const prefixed = isShared || RESERVED_NAMES.has(name);
    return { server, name, ...(prefixed ? { wish: `${server}__${name}` } : {}) };
  });
  const names = providerNames(named);
  return tools.map((tool, index) => ({ ...tool, providerName: names[index] ?? tool.name }));
}

function isIn(set: ReadonlySet<ListedTool>, tool: ListedTool | undefined): boolean {
  return tool !== undefined && set.has(tool);
}

function duplicateWarning({ name, server }: ListedTool, owner: string): string {
  return `skipping duplicate tool name '${name}' in server '${server}' (already registered from server '${owner}')`;
}

function duplicateFault({ name, server }: ListedTool, owner: string): Error {
  return cpeFault('DuplicateTool', `Both ${owner} and ${server} offer a tool called ${name}.`, {
    context: { tool: name, servers: [owner, server] },
    suggestion: 'Name it in disabledTools of one of them, or set defaults.duplicates to skip or prefix.',
  });
}
