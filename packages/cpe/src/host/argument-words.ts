import { isObject } from '@quadrivium/kernel/essentials';
import { cpeFault } from '../faults.js';
import type { JsonObject } from './tool-host.js';

const WORD = /^([^\s=:]+)(:?=)(.*)$/s;

/** Whether a word of the command line is an argument of a tool: `key=value`, or `key:=JSON`. */
export function isArgumentWord(word: string): boolean {
  return WORD.test(word);
}

/** Arguments in words. The schema says what a value is meant as, so that nobody has to write JSON at a shell. */
export function argumentsFrom(words: readonly string[], schema: JsonObject): JsonObject {
  const given = new Map<string, unknown>();
  for (const word of words) {
    const [, key = '', sign, text = ''] = WORD.exec(word) ?? [];
    const wanted = propertyOf(schema, key);
    const value = sign === ':=' ? jsonIn(word, text) : meantBy(text, wanted);
    const listed = sign === '=' && !Array.isArray(value) && kindsOf(wanted).has('array');
    const before = given.get(key);
    // A list can be given one by one: tag=a tag=b.
    given.set(key, listed ? [...(Array.isArray(before) ? before : []), meantBy(text, itemsOf(wanted))] : value);
  }
  return Object.fromEntries(given);
}

function meantBy(text: string, schema: unknown): unknown {
  const kinds = kindsOf(schema);
  if (kinds.has('string')) return text;
  try {
    const value: unknown = JSON.parse(text);
    // A word that no schema asked for stays text unless it can only be something else.
    return kinds.size === 0 && typeof value === 'string' ? text : value;
  } catch {
    return text;
  }
}

function jsonIn(word: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw cpeFault('Usage', `${word} does not hold JSON: ${(error as Error).message}`, {
      suggestion: 'Use = for text, := for JSON.',
    });
  }
}

/** The types a schema allows, one level of alternatives deep. */
function kindsOf(schema: unknown): ReadonlySet<string> {
  if (!isObject(schema)) return new Set();
  const alternatives = [schema.anyOf, schema.oneOf].flatMap((each) => (Array.isArray(each) ? each : []));
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  return new Set([
    ...[schema, ...alternatives].flatMap((each) =>
      isObject(each) && each.type !== undefined ? [each.type].flat() : [],
    ),
    ...values.map((value) => typeof value),
  ] as string[]);
}

function propertyOf({ properties }: JsonObject, key: string): unknown {
  return isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function itemsOf(schema: unknown): unknown {
  return isObject(schema) ? schema.items : undefined;
}
