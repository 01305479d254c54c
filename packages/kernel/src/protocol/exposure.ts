import { Fault } from '../fault.js';
import type { GateSettings } from '../gate/call.js';
import { spellings } from '../registry/names.js';
import type { CompiledOperation, Registry } from '../registry/registry.js';
import type { RuntimeOptions } from './runtime.js';

/** Who may see and call what: the operator's list of tools, then the rule for this caller. */
export function exposureRule(
  registry: Registry,
  options: RuntimeOptions,
  comesAndGoes: boolean,
): GateSettings['exposes'] {
  const { allowedTools, exposes } = options;
  if (allowedTools !== undefined && !comesAndGoes) refuseStrangers(registry, allowedTools);
  const allowed = allowedTools === undefined ? undefined : allowance(allowedTools);
  return (operation, identity, front) =>
    (front !== 'mcp' || (operation.definition.tool !== false && (allowed === undefined || allowed(operation)))) &&
    (exposes === undefined || exposes(operation.definition, identity, front));
}

/** Asked for every call, so each tool is held against the patterns once. */
function allowance(patterns: readonly string[]): (operation: CompiledOperation) => boolean {
  const known = new WeakMap<CompiledOperation, boolean>();
  return (operation) => {
    const allowed = known.get(operation) ?? patterns.some((pattern) => names(pattern, operation));
    known.set(operation, allowed);
    return allowed;
  };
}

/** A pattern that allows nothing is a spelling mistake, and an operator wants to hear about it at the start. */
function refuseStrangers(registry: Registry, patterns: readonly string[]): void {
  const stranger = patterns.find((pattern) => !registry.operations.some((operation) => names(pattern, operation)));
  if (stranger !== undefined) throw noSuchTool(stranger, registry);
}

function names(pattern: string, { name, aliases }: CompiledOperation): boolean {
  return spellings(name, aliases).some((spelling) => fits(pattern, spelling));
}

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function noSuchTool(pattern: string, registry: Registry): Fault {
  return new Fault('UnknownAllowedTool', `No tool is called '${pattern}'.`, {
    suggestion: `Allow some of: ${registry.operations.map(({ name }) => name).join(', ')}.`,
  });
}
