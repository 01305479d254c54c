import { isInputRequiredResult } from '@modelcontextprotocol/server';

import type { JsonObject } from '../../essentials/is-object.js';
import { passGate } from '../../gate/index.js';
import { isCreatedTask } from '../../task/task-record.js';
import { reading } from './audited.js';
import { type HandlerParts, type HandlerTable, optionalObject, refuseCursor, requiredText } from './handler.js';
import { projected } from './projected-result.js';

export function toolHandlers({ settings, listedTools, definition }: HandlerParts): HandlerTable {
  if (definition.operations === undefined) return {};
  return {
    'tools/list'(params, context) {
      refuseCursor(params);
      return listedTools(context.identity);
    },

    'tools/call': reading(settings, 'tools/call', askedTool, async ({ requestedName, args }, context, server) => {
      const result = await passGate({ settings, requestedName, context, args });
      if (isInputRequiredResult(result) || isCreatedTask(result)) return result;
      return projected(server, result, settings.registry.operation(requestedName));
    }),
  };
}

function askedTool(params: JsonObject): { readonly requestedName: string; readonly args: JsonObject | undefined } {
  return { requestedName: requiredText(params, 'name'), args: optionalObject(params, 'arguments') };
}
