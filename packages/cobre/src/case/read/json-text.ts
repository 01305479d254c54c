/** Parsing of JSON text that says where the text is wrong. */
import { repeatedKey } from './repeated-key.js';

export type ParsedJson = { readonly ok: true; readonly value: unknown } | JsonFailure;

export interface JsonFailure {
  readonly ok: false;
  /** 1-based; null when the bytes are not text at all. */
  readonly line: number | null;
  readonly detail: string;
}

/** A person at a terminal reads whatever fits; a process that reads for others is told its limit when it starts. */
let largest = Number.POSITIVE_INFINITY;

export function limitJson(bytes: number): void {
  largest = bytes;
}

export function parseJsonBytes(bytes: Uint8Array): ParsedJson {
  if (bytes.length > largest) return { ok: false, line: null, detail: tooLarge(bytes.length) };
  let text: string;
  try {
    // The decoder drops a byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, line: null, detail: 'The file is not valid UTF-8 text.' };
  }
  try {
    const value: unknown = JSON.parse(text);
    const repeated = repeatedKey(text);
    if (repeated === null) return { ok: true, value };
    const { key, position } = repeated;
    return { ok: false, line: lineAt(text, position), detail: `The key ${key} is given twice in one object.` };
  } catch (error) {
    return { ok: false, line: lineAt(text, failurePosition(text)), detail: (error as Error).message };
  }
}

function tooLarge(bytes: number): string {
  return `The file has ${bytes} bytes, and this server reads ${largest} of JSON (--max-json-bytes of the server allows more).`;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/**
 * The position of the first offending character, found as the end of the longest prefix that could still become valid:
 * `JSON.parse` does not always report one. The scanner follows the grammar with an explicit stack, so nesting is no limit.
 */
export function failurePosition(text: string): number {
  const token =
    /\s*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/uy;
  const stack: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let end = 0;
  for (;;) {
    token.lastIndex = end;
    const match = token.exec(text);
    if (match === null || (stack.length === 0 && expected === 'comma')) return skipSpace(text, end);
    const next = step(expected, match, stack);
    if (next === null) return skipSpace(text, end);
    expected = next;
    end = token.lastIndex;
  }
}

type Expected = 'value' | 'key' | 'colon' | 'comma' | 'valueOrEnd' | 'keyOrEnd';

function step(expected: Expected, match: RegExpExecArray, stack: ('{' | '[')[]): Expected | null {
  const [, mark, string, scalar] = match;
  const isValue = expected === 'value' || expected === 'valueOrEnd';
  if (expected === 'colon') return mark === ':' ? 'value' : null;
  if (string !== undefined) {
    if (expected === 'key' || expected === 'keyOrEnd') return 'colon';
    return isValue ? 'comma' : null;
  }
  if (scalar !== undefined) return isValue ? 'comma' : null;
  if (mark === '{' && isValue) {
    stack.push('{');
    return 'keyOrEnd';
  }
  if (mark === '[' && isValue) {
    stack.push('[');
    return 'valueOrEnd';
  }
  if (mark === '}' && (expected === 'keyOrEnd' || expected === 'comma')) return stack.pop() === '{' ? 'comma' : null;
  if (mark === ']' && (expected === 'valueOrEnd' || expected === 'comma')) return stack.pop() === '[' ? 'comma' : null;
  if (mark === ',' && expected === 'comma') return stack.at(-1) === '{' ? 'key' : 'value';
  return null;
}

function skipSpace(text: string, position: number): number {
  let at = position;
  while (at < text.length && /\s/.test(text[at] ?? '')) at++;
  return at;
}
