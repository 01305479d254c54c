/**
 * Many servers list fields as required that have a default, because their schema library describes what a handler sees
 * and not what a caller must send (Playwright's do). Such fields may be left out here: they are filled in before sending.
 */
import { isObject } from '@quadrivium/kernel/essentials';
import type { JsonObject } from './host-tool.js';

/** Schemas nest as deep as their servers like; nobody has defaults below this. */
const DEEPEST = 12;

/** The arguments with the defaults of required fields that were left out. */
export function filledIn(args: unknown, schema: unknown, depth = 0): unknown {
  if (!isObject(args) || !isObject(schema) || !isObject(schema.properties) || depth > DEEPEST) return args;
  const { properties } = schema;
  const given = new Map(Object.entries(args));
  for (const name of defaulted(schema)) {
    if (!given.has(name)) given.set(name, structuredClone((properties[name] as JsonObject).default));
  }
  for (const [name, value] of given) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isObject(value)) given.set(name, filledIn(value, property, depth + 1));
  }
  return Object.fromEntries(given);
}

/** The schema as a caller sees it: what has a default need not be given. */
export function relaxed(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || !isObject(schema.properties) || depth > DEEPEST) return schema;
  const optional = new Set(defaulted(schema));
  const properties = Object.entries(schema.properties).map(([name, each]) => [name, relaxed(each, depth + 1)]);
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    ...(Array.isArray(schema.required) ? { required: schema.required.filter((name) => !optional.has(name)) } : {}),
  };
}

function defaulted({ properties, required }: JsonObject): string[] {
  if (!isObject(properties) || !Array.isArray(required)) return [];
  return required.filter((name): name is string => {
    const property = typeof name === 'string' && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isObject(property) && property.default !== undefined;
  });
}
