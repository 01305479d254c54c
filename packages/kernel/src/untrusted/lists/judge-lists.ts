import type { Prompt, Resource, ResourceTemplateType, Tool } from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '../../essentials/is-object.js';
import { schemaExcess } from '../schema/schema-size.js';
import { isLongTitle, nameExcess, shortened } from '../texts.js';

import { isText, type Verdict } from './salvage.js';

/** Optional members with the type they must have; one of another type is dropped, and the item stays. */
type Members = Readonly<Record<string, (value: unknown) => boolean>>;

const described: Members = { title: isText, description: isText, icons: Array.isArray, _meta: isObject };

const isAnnotations = (value: unknown): boolean => isObject(value) && !isLongTitle(value);
const isSchema = (value: unknown): boolean => isObject(value) && schemaExcess(value) === undefined;

export function judgeTool(item: JsonObject): Verdict<Tool> {
  const unnamed = nameFault(item.name);
  if (unnamed !== undefined) return { reason: unnamed };
  const schema = item.inputSchema;
  if (!isObject(schema)) return { reason: 'its inputSchema is not an object' };
  if (schema.type !== undefined && schema.type !== 'object') return { reason: 'its inputSchema is not of type object' };
  const excess = schemaExcess(schema);
  if (excess !== undefined) return { reason: `its inputSchema ${excess}` };
  const mended = schema.type === undefined ? { ...item, inputSchema: { ...schema, type: 'object' } } : item;
  const reason = schema.type === undefined ? 'its inputSchema had no type; object was assumed' : undefined;
  return withMembers(mended, { ...described, annotations: isAnnotations, outputSchema: isSchema }, reason);
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
  const unnamed = nameFault(item.name);
  if (unnamed !== undefined) return { reason: unnamed };
  const isArguments = (value: unknown): boolean =>
    Array.isArray(value) && value.every((argument) => isObject(argument) && isText(argument.name));
  return withMembers(item, { ...described, arguments: isArguments });
}

function named<Item>(item: JsonObject, fallback: string): Verdict<Item> {
  const members = { ...described, mimeType: isText, annotations: isAnnotations, size: Number.isFinite };
  if (isText(item.name)) return withMembers(item, members);
  return withMembers({ ...item, name: fallback }, members, 'it had no name; its address was taken');
}

function nameFault(name: unknown): string | undefined {
  return isText(name) && name !== '' ? nameExcess(name) : 'it has no name';
}

function withMembers<Item>(item: JsonObject, members: Members, mended?: string): Verdict<Item> {
  const wrong = Object.keys(members).filter((name) => item[name] !== undefined && !members[name]?.(item[name]));
  const kept =
    wrong.length === 0 ? item : Object.fromEntries(Object.entries(item).filter(([name]) => !wrong.includes(name)));
  const { item: keep, cut } = shortened(kept);
  const reasons = [
    ...(mended === undefined ? [] : [mended]),
    ...(wrong.length === 0 ? [] : [`${wrong.join(', ')} had the wrong type or too much in it and was left out`]),
    ...(cut.length === 0 ? [] : [`${cut.join(', ')} was cut, being too long`]),
  ];
  return { keep: keep as Item, ...(reasons.length === 0 ? {} : { reason: reasons.join('; ') }) };
}
