import type { Tool } from '@modelcontextprotocol/server';

import { mapStrings } from '../essentials/map-strings.js';
import type { GateSettings } from '../gate/call.js';
import { portableWording } from '../registry/portable-texts.js';
import type { CompiledOperation } from '../registry/registry.js';
import { type ListingOptions, listedTool } from '../registry/tool-listing.js';
import type { ListedTools } from './handlers/handler.js';
import type { RuntimeOptions } from './runtime.js';

/** Entries are derived on the first request and kept; the order is the definition's, because clients cache by it. */
export function listedToolsFor(
  settings: GateSettings,
  options: RuntimeOptions,
  icons: ListingOptions['icons'],
): ListedTools {
  const entries = new WeakMap<CompiledOperation, Tool>();
  const { registry, writable, writeRefusal } = settings;
  const listing: ListingOptions = { toolNames: options.toolNames ?? 'seed', writable, writeRefusal, icons };
  const say = portableWording(listing.toolNames === 'portable' ? registry.operations.map(({ name }) => name) : []);
  const entry = (tool: CompiledOperation): Tool => {
    const known = entries.get(tool) ?? mapStrings(listedTool(tool, listing), say);
    entries.set(tool, known);
    return known;
  };
  return (identity) => ({
    tools: registry.operations.filter((tool) => settings.exposes(tool, identity, 'mcp')).map(entry),
  });
}
