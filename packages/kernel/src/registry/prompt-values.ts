import { jsonOr } from '../essentials/index.js';
import { isObject } from '../essentials/is-object.js';
import type { JsonSchema } from './schema-source.js';

/** The argument schema's properties, or none. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return isObject(schema.properties) ? (schema.properties as Record<string, JsonSchema>) : {};
}

export function requiredOf(schema: JsonSchema): readonly string[] {
  return Array.isArray(schema.required) ? (schema.required as string[]) : [];
}

/** Texts become what the schema says they are: arrays are read from JSON or from a list, numbers and booleans from JSON. */
export function valuesFromTexts(
  schema: JsonSchema,
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, valueFromText(properties[name]?.type, text)]),
  );
}

function valueFromText(type: unknown, text: string): unknown {
  if (type === 'array') return arrayFromText(text);
  if (type === 'number' || type === 'integer' || type === 'boolean' || type === 'object') return jsonOr(text, text);
  return text;
}

function arrayFromText(text: string): unknown {
  const parsed = jsonOr(text, undefined);
  if (Array.isArray(parsed)) return parsed;
  return text
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
