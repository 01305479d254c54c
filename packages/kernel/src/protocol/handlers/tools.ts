import { isInputRequiredResult } from '@modelcontextprotocol/server';

import { passGate } from '../../gate/index.js';
import { isCreatedTask } from '../../task/task-record.js';
import { type HandlerParts, type HandlerTable, optionalObject, refuseCursor, requiredText } from './handler.js';
import { projected } from './projected-result.js';

export function toolHandlers({ settings, listedTools, definition }: HandlerParts): HandlerTable {
  if (definition.operations === undefined) return {};
  return {
    'tools/list'(params, context) {
      refuseCursor(params);
      return listedTools(context.identity);
    },

    async 'tools/call'(params, context, server) {
      const requestedName = requiredText(params, 'name');
      const args = optionalObject(params, 'arguments');
      const result = await passGate({ settings, requestedName, context, args });
      if (isInputRequiredResult(result) || isCreatedTask(result)) return result;
      return projected(server, result, settings.registry.operation(requestedName));
    },
  };
}
