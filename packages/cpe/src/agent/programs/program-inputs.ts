/**
 * What a program can be given. A program says it itself, with values to go on when nothing is given:
 *
 *   const inputs = { city: 'Lisbon', days: 3 };
 *
 * so it is complete without any of this; here the values are taken out of the text, and others put in their place.
 */
import { closestWord, jsonOr } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { cpeFault } from '../../faults.js';
import type { JsonObject } from '../../host/tool-host.js';
import { type PlainObject, readPlainObject } from './plain-literal.js';

/** At the start of a line, since what is indented belongs to a function or a text of the program. */
const DECLARATION = /^(?:export\s+)?const\s+inputs(?:\s*:[^=\n]+)?\s*=\s*(?=\{)/m;

/** The inputs with the values that stand in the program; empty for a program that takes none. */
export function inputsOf(code: string): JsonObject {
  return find(code).values;
}

/** The program with these values in the place of its own; to the letter as it was where nothing is given. */
export function withInputs(code: string, given: JsonObject): string {
  const keys = Object.keys(given);
  if (keys.length === 0) return code;
  const { values, places } = find(code);
  const unknown = keys.find((key) => !places.has(key));
  if (unknown !== undefined) throw unknownInput(unknown, Object.keys(values));
  // From the last to the first, so that no place moves before its turn.
  const replaced = [...places].filter(([key]) => Object.hasOwn(given, key)).sort(([, a], [, b]) => b.from - a.from);
  return replaced.reduce((text, [key, { from, to }]) => {
    return `${text.slice(0, from)}${JSON.stringify(given[key])}${text.slice(to)}`;
  }, code);
}

/** Words of a command line, `key=value`, as the values that the program expects in these places. */
export function inputsFrom(words: readonly string[], code: string): JsonObject {
  if (words.length === 0) return {};
  const expected = inputsOf(code);
  return Object.fromEntries(
    words.map((word) => {
      const [, key = word, text] = /^([^=]+)=([\s\S]*)$/.exec(word) ?? [];
      if (text === undefined) throw cpeFault('Usage', `${word} is no input.`, { suggestion: 'Use key=value.' });
      if (!Object.hasOwn(expected, key)) throw unknownInput(key, Object.keys(expected));
      return [key, typedInput(key, text, expected[key])];
    }),
  );
}

/** What a model is told about them. */
export function inputSchema(inputs: JsonObject): JsonObject {
  const properties = Object.entries(inputs).map(([key, value]) => [key, { ...typeOf(value), default: value }]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function typeOf(value: unknown): JsonObject {
  if (Array.isArray(value)) return { type: 'array' };
  if (value === null) return {};
  return { type: typeof value };
}

function typedInput(key: string, text: string, expected: unknown): unknown {
  if (typeof expected === 'string') return text;
  const shape = z.fromJSONSchema(typeOf(expected) as never);
  const parsed = shape.safeParse(jsonOr(text, text));
  if (parsed.success) return parsed.data;
  throw cpeFault(
    'Usage',
    `${key} cannot be ${JSON.stringify(text)}; the program has ${JSON.stringify(expected)} there.`,
  );
}

const NONE: PlainObject = { values: {}, places: new Map() };

function find(code: string): PlainObject {
  const start = DECLARATION.exec(code);
  return start === null ? NONE : readPlainObject(code, start.index + start[0].length, notPlain);
}

function notPlain(reason: string): Error {
  return cpeFault('Usage', `const inputs must be an object of plain values: ${reason}.`, {
    suggestion: "Write const inputs = { city: 'Lisbon', days: 3 };",
  });
}

function unknownInput(key: string, known: readonly string[]): Error {
  const meant = closestWord(key, known);
  const there = known.length === 0 ? 'It takes none.' : `It takes: ${known.join(', ')}.`;
  return cpeFault('Usage', `The program has no input ${key}.`, {
    suggestion: meant === undefined ? there : `Did you mean ${meant}?`,
  });
}
