import type { GateSettings } from '../gate/call.js';
import type { CompiledOperation } from '../registry/registry.js';
import { type HeaderDeclaration, scanHeaders } from '../wire/param-headers.js';
import type { ServerRuntime } from './runtime.js';

const none: readonly HeaderDeclaration[] = [];

/** Looked up for every call over HTTP, so each schema is searched once; faulty declarations bind nobody. */
export function headerDeclarationsOf({ registry, exposes }: GateSettings): ServerRuntime['headerDeclarations'] {
  const found = new WeakMap<CompiledOperation, readonly HeaderDeclaration[]>();
  return (name, identity) => {
    const tool = registry.operation(name);
    if (tool === undefined || !exposes(tool, identity, 'mcp')) return none;
    const known = found.get(tool) ?? scanHeaders(tool.toolInput.json).declarations ?? none;
    found.set(tool, known);
    return known;
  };
}
