import { own } from '../essentials/own.js';
import { Fault } from '../fault.js';
import type { JsonSchema } from '../registry/schema-source.js';
import { dashed, type Flag } from '../shell/index.js';

/** One field of an operation's input, as its JSON Schema describes it. */
export interface Field {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly Field[];
}

export function fieldsOf(schema: JsonSchema): readonly (readonly [string, Field])[] {
  return Object.entries((schema.properties ?? {}) as Record<string, Field>);
}

export function requiredFields(schema: JsonSchema): readonly string[] {
  return (schema.required ?? []) as readonly string[];
}

/** The field as an option. What is wrong with its value beyond its form is for the schema to say. */
export function fieldFlag(name: string, field: Field): Flag<unknown> {
  const type = typeOf(field);
  const { description = '', default: standard } = field;
  const choices = field.enum?.map(String);
  return {
    name: dashed(name),
    description,
    placeholder: choices?.join('|') ?? own(placeholders, type) ?? 'value',
    ...(choices === undefined ? {} : { choices }),
    ...(type === 'boolean' ? { valueOptional: true as const } : {}),
    ...(standard === undefined ? {} : { standard: JSON.stringify(standard) }),
    parse: (text) => fieldValue(name, field, text),
  };
}

/** The text of a word or an option as the value that the schema will check. */
export function fieldValue(name: string, field: Field, text: string): unknown {
  const type = typeOf(field);
  if (type === 'boolean') return yesOrNo(text);
  if (type === 'integer' || type === 'number') return numberIn(text);
  if (type !== 'array' && type !== 'object') return text;
  if (/^\s*[[{]/.test(text)) return jsonIn(name, text);
  return type === 'array' ? text.split(',').map((item) => item.trim()) : jsonIn(name, text);
}

const placeholders: Readonly<Record<string, string>> = { boolean: 'yes|no', array: 'json', object: 'json' };

/** Null is what an option that is left out means, so it is never the type to read. */
function typeOf({ type, anyOf = [] }: Field): string {
  const named = typeof type === 'string' ? [type] : (type ?? anyOf.map((one) => typeOf(one)));
  return named.find((one) => one !== 'null') ?? 'string';
}

function yesOrNo(text: string): boolean {
  if (/^(?:yes|true|1)$/i.test(text)) return true;
  if (/^(?:no|false|0)$/i.test(text)) return false;
  throw new Error('takes yes or no');
}

function numberIn(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && !Number.isNaN(number)) return number;
  throw new Error('takes a number');
}

function jsonIn(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Fault('InvalidArguments', `--${dashed(name)} is not JSON: ${(cause as Error).message}.`, {
      context: { field: name },
      suggestion: 'Put the JSON in single quotes, with names and texts in double quotes.',
      cause,
    });
  }
}
