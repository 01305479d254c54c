import type { Icon, Tool } from '@modelcontextprotocol/server';

import { annotationsOf } from './annotations.js';
import { portableName } from './names.js';
import type { CompiledOperation } from './registry.js';

export interface ListingOptions {
  readonly toolNames: 'seed' | 'portable';
  readonly writable: boolean;
  readonly writeRefusal: string;
  /** For tools that have none of their own. */
  readonly icons?: readonly Icon[] | undefined;
}

/** The key under which clients that drop unknown fields still find the seed's `annotation`. */
export const annotationMetaKey = 'io.quadrivium/annotation';

/** How a tool appears in `tools/list`. A write that would be refused says so in every place a client may look. */
export function listedTool(tool: CompiledOperation, options: ListingOptions): Tool {
  const { definition } = tool;
  const refused = definition.effect !== 'read' && definition.optIn !== false && !options.writable;
  const note = refused ? options.writeRefusal : undefined;
  const icons = definition.icons ?? options.icons;
  const meta = { ...definition.meta, ...(note === undefined ? {} : { [annotationMetaKey]: note }) };
  return {
    name: options.toolNames === 'portable' ? portableName(definition.name) : definition.name,
    title: definition.title,
    description: note === undefined ? definition.description : `${definition.description} (${note})`,
    inputSchema: tool.toolInput.json as Tool['inputSchema'],
    ...(tool.output === undefined ? {} : { outputSchema: tool.output.json as Tool['outputSchema'] & object }),
    annotations: annotationsOf(definition),
    ...(icons === undefined ? {} : { icons: [...icons] }),
    ...(note === undefined ? {} : { annotation: note }),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  };
}
