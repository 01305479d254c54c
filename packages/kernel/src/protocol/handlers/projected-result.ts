import type { CallToolResult, Server } from '@modelcontextprotocol/server';
import { isObject } from '../../essentials/is-object.js';

import type { CompiledOperation } from '../../registry/registry.js';

/** Older revisions only know objects as structured content; the SDK knows how each of them wants other values wrapped. */
export function projected(server: Server, result: CallToolResult, tool: CompiledOperation | undefined): CallToolResult {
  const { structuredContent } = result;
  if (structuredContent === undefined || isObject(structuredContent)) return result;
  return server.projectCallToolResult(result, tool?.output?.json as never);
}
