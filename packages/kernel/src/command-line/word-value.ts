import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isObject, jsonOr } from '../essentials/index.js';
import { Fault } from '../fault.js';

/** `{"a":1}` itself, `@file` for the content of a file, or `a=1 b.c=text` pairs. */
export async function objectIn(words: readonly string[]): Promise<Record<string, unknown> | undefined> {
  if (words.length === 0) return undefined;
  const [first = ''] = words;
  if (first.startsWith('@')) return asObject(await fileText(first.slice(1)));
  if (/^\s*\{/.test(first)) return asObject(words.join(' '));
  return Object.fromEntries(words.map(pair));
}

/** Text of a file, or of standard input for `-`. */
export async function fileText(path: string): Promise<string> {
  try {
    return path === '-' ? await text(process.stdin) : await readFile(path, 'utf8');
  } catch (cause) {
    throw new Fault('BadUsage', `${path} cannot be read.`, { suggestion: 'Check the name of the file.', cause });
  }
}

function asObject(text: string): Record<string, unknown> {
  const value = jsonOr(text, undefined);
  if (isObject(value)) return value;
  throw new Fault('BadUsage', 'The input must be a JSON object.', { suggestion: `For example '{"name":"value"}'.` });
}

function pair(word: string): [string, unknown] {
  const at = word.indexOf('=');
  if (at < 1) throw new Fault('BadUsage', `"${word}" is not name=value.`);
  return [word.slice(0, at), jsonOr(word.slice(at + 1), undefined) ?? word.slice(at + 1)];
}
