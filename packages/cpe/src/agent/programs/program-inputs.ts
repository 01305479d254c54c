/**
 * What a program can be given. A program says it itself, with values to go on when nothing is given:
 *
 *   const inputs = { city: 'Lisbon', days: 3 };
 *
 * so it is complete without any of this; here the values are taken out of the text, and others put in their place.
 */
import { closestWord } from '@quadrivium/kernel/essentials';
import { isScalar, parseDocument, visit } from 'yaml';
import * as z from 'zod';
import { cpeFault } from '../../faults.js';
import type { JsonObject } from '../../host/tool-host.js';

const DECLARATION = /^[ \t]*(?:export\s+)?const\s+inputs(?:\s*:[^=\n]+)?\s*=\s*(?=\{)/m;

interface Found {
  readonly from: number;
  readonly to: number;
  readonly values: JsonObject;
}

/** The inputs with the values that stand in the program; empty for a program that takes none. */
export function inputsOf(code: string): JsonObject {
  return find(code)?.values ?? {};
}

/** The program with these values in the place of its own. */
export function withInputs(code: string, given: JsonObject): string {
  const found = find(code);
  const known = Object.keys(found?.values ?? {});
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined) throw unknownInput(unknown, known);
  if (found === undefined) return code;
  return `${code.slice(0, found.from)}${JSON.stringify({ ...found.values, ...given })}${code.slice(found.to)}`;
}

/** Words of a command line, `key=value`, as the values that the program expects in these places. */
export function inputsFrom(words: readonly string[], code: string): JsonObject {
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
  const parsed = shape.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw cpeFault(
    'Usage',
    `${key} cannot be ${JSON.stringify(text)}; the program has ${JSON.stringify(expected)} there.`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function find(code: string): Found | undefined {
  const start = DECLARATION.exec(code);
  if (start === null) return undefined;
  const from = start.index + start[0].length;
  const to = endOfObject(code, from);
  return { from, to, values: plainValues(code.slice(from, to)) };
}

/** Behind the brace that closes the object; braces in texts do not count. */
function endOfObject(code: string, from: number): number {
  let depth = 0;
  for (const { 0: token, index } of code.slice(from).matchAll(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return from + index + 1;
  }
  throw notPlain('it does not end');
}

/** An object of plain values is YAML as well; a name in it would be a value that only the program knows. */
function plainValues(text: string): JsonObject {
  const document = parseDocument(text);
  if (document.errors[0] !== undefined) throw notPlain(document.errors[0].message.split('\n')[0] ?? '');
  visit(document, {
    Scalar(key, node) {
      if (key !== 'key' && isScalar(node) && node.type === 'PLAIN' && typeof node.value === 'string')
        throw notPlain(`${node.value} is no plain value`);
    },
  });
  return document.toJS() as JsonObject;
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
