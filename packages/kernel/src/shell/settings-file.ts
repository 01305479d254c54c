import { readFile } from 'node:fs/promises';
import { isObject } from '../essentials/index.js';

import { Fault } from '../fault.js';

/** Settings from a JSON or TOML file whose keys are flag names. A key nobody knows is a mistake, not a wish. */
export async function readSettingsFile(path: string, known: readonly string[]): Promise<Record<string, string>> {
  const settings = await parse(path, await read(path));
  const strange = Object.keys(settings).find((name) => !known.includes(name));
  if (strange !== undefined) {
    throw badFile(path, `has the unknown setting "${strange}"`, `Known settings: ${[...known].sort().join(', ')}.`);
  }
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, asText(path, name, value)]));
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw badFile(path, 'cannot be read', 'Check the path given with --config.', cause);
  }
}

async function parse(path: string, text: string): Promise<Record<string, unknown>> {
  const toml = path.toLowerCase().endsWith('.toml');
  try {
    const value: unknown = toml ? (await import('smol-toml')).parse(text) : JSON.parse(text);
    if (isObject(value)) return value;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'Check its syntax.';
    throw badFile(path, `is not ${toml ? 'TOML' : 'JSON'}`, reason, cause);
  }
  throw badFile(path, 'is not a JSON object', 'Write { "port": 3000 } for --port 3000.');
}

function asText(path: string, name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(',');
  throw badFile(
    path,
    `has an unusable value for "${name}"`,
    'Use a string, a number, true or false, or a list of strings.',
  );
}

function badFile(path: string, problem: string, suggestion: string, cause?: unknown): Fault<'BadUsage'> {
  return new Fault('BadUsage', `The configuration file ${path} ${problem}.`, {
    context: { path },
    suggestion,
    ...(cause === undefined ? {} : { cause }),
  });
}
