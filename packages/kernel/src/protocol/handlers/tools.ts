import { isInputRequiredResult } from '@modelcontextprotocol/server';

import { passGate } from '../../gate/index.js';
import { type HandlerParts, type HandlerTable, optionalObject, refuseCursor, requiredText } from './handler.js';

export function toolHandlers({ settings, listedTools, definition }: HandlerParts): HandlerTable {
  if (definition.tools === undefined) return {};
  return {
    'tools/list'(params, context) {
      refuseCursor(params);
      return listedTools(context.identity);
    },

    async 'tools/call'(params, context, server) {
      const requestedName = requiredText(params, 'name');
      const args = optionalObject(params, 'arguments');
      const result = await passGate({
        settings,
        requestedName,
        startedAtMs: settings.clock(),
        context,
        args,
        tool: undefined,
        deadline: undefined,
        outcome: undefined,
        result: undefined,
        failure: undefined,
      });
      if (isInputRequiredResult(result) || isRecord(result.structuredContent)) return result;
      // Older revisions only know objects here; the SDK knows how each of them wants other values wrapped.
      return server.projectCallToolResult(result, settings.registry.tool(requestedName)?.output?.json as never);
    },
  };
}

function isRecord(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
