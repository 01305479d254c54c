import { closestWord, isObject, own } from '@quadrivium/kernel/essentials';
import type * as z from 'zod';

import type { ConfigProblem, Path } from './problem.js';

import { Config } from './schema.js';

type Issue = z.core.$ZodIssue;

/** Each field alone: known, of the right type, within its limits. */
export function shapeProblems(value: unknown): ConfigProblem[] {
  const parsed = Config.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsOf(issue, value));
}

function problemsOf(issue: Issue, value: unknown): ConfigProblem[] {
  const path = issue.path as Path;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key));
  // The rule about types says more about a type that is missing.
  if (path[0] === 'mcpServers' && path.length === 3 && path[2] === 'type' && isMissing(value, path)) return [];
  return [{ path, message: isMissing(value, path) ? 'required' : messageOf(issue) }];
}

function messageOf(issue: Issue): string {
  if (issue.code === 'invalid_value') return `must be ${issue.values.map((each) => JSON.stringify(each)).join(', ')}`;
  if (issue.code === 'too_small' && issue.minimum === 1 && issue.origin !== 'number') return 'must not be empty';
  if (issue.code === 'too_small') return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => message).join('; ');
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'must be an http:// or https:// address';
  return issue.message.replace(/^Invalid input: /, '');
}

function unknownKey(path: Path, key: string): ConfigProblem {
  const meant = closestWord(key, knownKeys(path));
  const advice = meant === undefined ? '' : `; did you mean ${meant}?`;
  return { path: [...path, key], message: `unknown key${advice}` };
}

/** The keys that the schema has at a place; looked up in the schema itself, so that they cannot differ. */
function knownKeys(path: Path): string[] {
  let schema: unknown = Config;
  for (const key of path) schema = childOf(unwrapped(schema), key);
  const shape = (unwrapped(schema) as { shape?: object } | undefined)?.shape;
  return shape === undefined ? [] : Object.keys(shape);
}

function unwrapped(schema: unknown): unknown {
  const inner = (schema as { def?: { innerType?: unknown } } | undefined)?.def?.innerType;
  return inner === undefined ? schema : unwrapped(inner);
}

function childOf(schema: unknown, key: string | number): unknown {
  const { shape, element, valueType } = schema as {
    shape?: Record<string, unknown>;
    element?: unknown;
    valueType?: unknown;
  };
  return own(shape, String(key)) ?? element ?? valueType;
}

function isMissing(value: unknown, path: Path): boolean {
  let current = value;
  for (const key of path) {
    if (!(isObject(current) || Array.isArray(current))) return false;
    current = own(current as Record<string, unknown>, String(key));
  }
  return current === undefined;
}
