import type { ToolAnnotations } from '@modelcontextprotocol/server';

import type { Operation } from './operation.js';

/** All four hints, always: a client that finds one missing must assume the worst. */
export function annotationsOf(tool: Operation): ToolAnnotations {
  const readOnly = tool.effect === 'read';
  return {
    title: tool.title,
    readOnlyHint: readOnly,
    destructiveHint: tool.effect === 'destructive',
    idempotentHint: tool.idempotent ?? readOnly,
    openWorldHint: tool.openWorld ?? false,
  };
}
