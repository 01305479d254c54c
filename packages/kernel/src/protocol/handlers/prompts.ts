import {
  type Icon,
  isInputRequiredResult,
  type Prompt,
  type PromptArgument,
  type PromptMessage,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '../../essentials/is-object.js';

import { Fault } from '../../fault.js';
import { invalidArguments } from '../../gate/faults.js';
import { portableName } from '../../registry/names.js';
import { propertiesOf, requiredOf, valuesFromTexts } from '../../registry/prompt-values.js';
import type { CompiledPrompt } from '../../registry/registry.js';

import { audited, reading } from './audited.js';
import { type HandlerParts, type HandlerTable, optionalObject, refuseCursor, requiredText } from './handler.js';

/** Where clients find the full argument schema, which the protocol has no place for. */
export const argumentsMetaKey = 'io.quadrivium/arguments';

export function promptHandlers({ definition, settings, toolNames }: HandlerParts): HandlerTable {
  if (definition.prompts === undefined) return {};
  const { registry, redact } = settings;
  return {
    'prompts/list'(params) {
      refuseCursor(params);
      return { prompts: registry.prompts.map((prompt) => listedPrompt(prompt, toolNames, definition.itemIcons)) };
    },

    'prompts/get': reading(settings, 'prompts/get', askedPrompt, ({ name, args }, context) => {
      const request = { method: 'prompts/get', target: name, args, subject: { prompt: name } } as const;
      return audited(settings, context, request, async () => {
        const prompt = registry.prompt(name);
        if (prompt === undefined) throw new Fault('UnknownPrompt', `Unknown prompt: ${name}`);
        const outcome = await prompt.definition.run(checkedArguments(prompt, args), context);
        if (isInputRequiredResult(outcome)) return outcome;
        const messages = typeof outcome === 'string' ? [userMessage(outcome)] : [...(outcome as PromptMessage[])];
        return { description: prompt.definition.description, messages: redact(messages) };
      });
    }),
  };
}

function askedPrompt(params: JsonObject): { readonly name: string; readonly args: JsonObject } {
  return { name: requiredText(params, 'name'), args: optionalObject(params, 'arguments') ?? {} };
}

function checkedArguments(prompt: CompiledPrompt, args: JsonObject): never {
  const values = valuesFromTexts(prompt.arguments.json, args as Record<string, string>);
  const checked = prompt.arguments.check(values);
  if (!checked.ok) throw invalidArguments(prompt.name, checked.issues);
  return checked.value as never;
}

function userMessage(text: string): PromptMessage {
  return { role: 'user', content: { type: 'text', text } };
}

function listedPrompt(
  { definition, arguments: schema }: CompiledPrompt,
  toolNames: 'seed' | 'portable',
  standardIcons: readonly Icon[] | undefined,
): Prompt {
  const { name, title, description, icons = standardIcons } = definition;
  return {
    name: toolNames === 'portable' ? portableName(name) : name,
    ...(title === undefined ? {} : { title }),
    description,
    arguments: listedArguments(schema.json),
    ...(icons === undefined ? {} : { icons: [...icons] }),
    _meta: { [argumentsMetaKey]: schema.json },
  };
}

function listedArguments(schema: CompiledPrompt['arguments']['json']): PromptArgument[] {
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).map(([name, { description, type }]) => ({
    name,
    ...(description === undefined ? {} : { description: describe(String(description), type) }),
    required: required.includes(name),
  }));
}

/** All arguments travel as text, so an array says how it wants to be written. */
function describe(description: string, type: unknown): string {
  return type === 'array' ? `${description} (JSON array, or a list separated by commas or newlines)` : description;
}
