import type { ToolAnnotations } from '@modelcontextprotocol/server';

import type { ToolDefinition } from './tool.js';

/** All four hints, always: a client that finds one missing must assume the worst. */
export function annotationsOf(tool: ToolDefinition): ToolAnnotations {
  const readOnly = tool.effect === 'read';
  return {
    title: tool.title,
    readOnlyHint: readOnly,
    destructiveHint: tool.effect === 'destructive',
    idempotentHint: tool.idempotent ?? readOnly,
    openWorldHint: tool.openWorld ?? false,
  };
}
