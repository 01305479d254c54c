import { isObject, type JsonObject } from '../../essentials/is-object.js';
import { own } from '../../essentials/own.js';
import type { Completer } from '../../registry/completion.js';
import { propertiesOf } from '../../registry/prompt-values.js';

import { canComplete } from '../capabilities.js';
import type { RequestContext } from '../request-context.js';
import { type HandlerParts, type HandlerTable, invalidParams, optionalObject, requiredText } from './handler.js';

const mostValues = 100;

export function completionHandlers(parts: HandlerParts): HandlerTable {
  if (!canComplete(parts.definition)) return {};
  return {
    async 'completion/complete'(params, context) {
      const argument = optionalObject(params, 'argument') ?? {};
      const name = requiredText(argument, 'name');
      const completer = findCompleter(parts, optionalObject(params, 'ref') ?? {}, name);
      const values = completer === undefined ? [] : await suggestions(completer, argument, params, context);
      const shown = values.slice(0, mostValues);
      return { completion: { values: shown, total: values.length, hasMore: values.length > shown.length } };
    },
  };
}

/** Suggestions are a courtesy: a completer that fails suggests nothing, and the log says why. */
async function suggestions(
  completer: Completer,
  argument: JsonObject,
  params: JsonObject,
  context: RequestContext,
): Promise<readonly string[]> {
  const given = optionalObject(params, 'context')?.arguments;
  const others = isObject(given) ? (given as Record<string, string>) : {};
  try {
    return await completer(String(argument.value ?? ''), context, others);
  } catch (error) {
    context.log.debug({ err: error, argument: argument.name }, 'A completion failed.');
    return [];
  }
}

function findCompleter({ settings }: HandlerParts, ref: JsonObject, argument: string): Completer | undefined {
  const { registry } = settings;
  if (ref.type === 'ref/prompt') {
    const prompt = registry.prompt(String(ref.name));
    if (prompt === undefined) throw invalidParams(`Unknown prompt: ${String(ref.name)}`);
    return (
      own(prompt.definition.complete, argument) ??
      enumCompleter(own(propertiesOf(prompt.arguments.json), argument)?.enum)
    );
  }
  if (ref.type === 'ref/resource') {
    const uri = String(ref.uri);
    const resource = registry.resources.find(({ definition }) => definition.uriTemplate === uri);
    if (resource === undefined) throw invalidParams(`Unknown resource template: ${uri}`);
    return own(resource.definition.complete, argument);
  }
  throw invalidParams('Invalid params: ref must be a ref/prompt or a ref/resource');
}

function enumCompleter(values: unknown): Completer | undefined {
  if (!Array.isArray(values)) return undefined;
  return (typed) => values.map(String).filter((value) => value.startsWith(typed));
}
