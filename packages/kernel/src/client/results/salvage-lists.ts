import type { Prompt, Resource, ResourceTemplateType, Tool } from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '../../essentials/is-object.js';

import { isText, type Verdict } from './salvage.js';

/** Optional members with the type they must have; one of another type is dropped, and the item stays. */
type Members = Readonly<Record<string, (value: unknown) => boolean>>;

const described: Members = { title: isText, description: isText, icons: Array.isArray, _meta: isObject };

export function judgeTool(item: JsonObject): Verdict<Tool> {
  if (!isText(item.name) || item.name === '') return { reason: 'it has no name' };
  const schema = item.inputSchema;
  if (!isObject(schema)) return { reason: 'its inputSchema is not an object' };
  if (schema.type !== undefined && schema.type !== 'object') return { reason: 'its inputSchema is not of type object' };
  const mended = schema.type === undefined ? { ...item, inputSchema: { ...schema, type: 'object' } } : item;
  const reason = schema.type === undefined ? 'its inputSchema had no type; object was assumed' : undefined;
  return withMembers(mended, { ...described, annotations: isObject, outputSchema: isObject }, reason);
}

export function judgeResource(item: JsonObject): Verdict<Resource> {
  if (!isText(item.uri)) return { reason: 'it has no uri' };
  return named(item, item.uri);
}

export function judgeTemplate(item: JsonObject): Verdict<ResourceTemplateType> {
  if (!isText(item.uriTemplate)) return { reason: 'it has no uriTemplate' };
  return named(item, item.uriTemplate);
}

export function judgePrompt(item: JsonObject): Verdict<Prompt> {
  if (!isText(item.name) || item.name === '') return { reason: 'it has no name' };
  const isArguments = (value: unknown): boolean =>
    Array.isArray(value) && value.every((argument) => isObject(argument) && isText(argument.name));
  return withMembers(item, { ...described, arguments: isArguments });
}

function named<Item>(item: JsonObject, fallback: string): Verdict<Item> {
  const members = { ...described, mimeType: isText, annotations: isObject, size: Number.isFinite };
  if (isText(item.name)) return withMembers(item, members);
  return withMembers({ ...item, name: fallback }, members, 'it had no name; its address was taken');
}

function withMembers<Item>(item: JsonObject, members: Members, reason?: string): Verdict<Item> {
  const wrong = Object.keys(members).filter((name) => item[name] !== undefined && !members[name]?.(item[name]));
  if (wrong.length === 0) return { keep: item as Item, ...(reason === undefined ? {} : { reason }) };
  const kept = Object.fromEntries(Object.entries(item).filter(([name]) => !wrong.includes(name)));
  const dropped = `${wrong.join(', ')} had the wrong type and was left out`;
  return { keep: kept as Item, reason: reason === undefined ? dropped : `${reason}; ${dropped}` };
}
