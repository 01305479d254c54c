import { Fault } from '../fault.js';
import type { GateSettings } from '../gate/call.js';
import { spellings } from '../registry/names.js';
import type { CompiledOperation, Registry } from '../registry/registry.js';
import type { RuntimeOptions } from './runtime.js';

/** Who may see and call what: the operator's list of tools, then the rule for this caller. */
export function exposureRule(registry: Registry, options: RuntimeOptions): GateSettings['exposes'] {
  const { allowedTools, exposes } = options;
  const allowed = allowedTools === undefined ? undefined : allowedSet(registry, allowedTools);
  return (operation, identity, front) =>
    (front !== 'mcp' || (operation.definition.tool !== false && (allowed === undefined || allowed.has(operation)))) &&
    (exposes === undefined || exposes(operation.definition, identity, front));
}

/** A pattern that allows nothing is a spelling mistake, and an operator wants to hear about it at the start. */
function allowedSet(registry: Registry, patterns: readonly string[]): ReadonlySet<CompiledOperation> {
  const allowed = new Set<CompiledOperation>();
  for (const pattern of patterns) {
    const found = registry.operations.filter((tool) =>
      spellings(tool.name, tool.aliases).some((name) => fits(pattern, name)),
    );
    if (found.length === 0) throw noSuchTool(pattern, registry);
    for (const tool of found) allowed.add(tool);
  }
  return allowed;
}

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function noSuchTool(pattern: string, registry: Registry): Fault {
  return new Fault('UnknownAllowedTool', `No tool is called '${pattern}'.`, {
    suggestion: `Allow some of: ${registry.operations.map(({ name }) => name).join(', ')}.`,
  });
}
