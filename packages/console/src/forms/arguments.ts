import { own } from '@quadrivium/kernel/own';
import type { Field } from './fields.js';

/** What a person wrote, by the id of the field; an empty text is no answer. */
export type Answers = Readonly<Record<string, string>>;

export interface Filled {
  readonly value: Record<string, unknown>;
  /** What is wrong, by the id of the field. */
  readonly problems: Readonly<Record<string, string>>;
}

/** From answers to arguments. Nothing is sent for a field without an answer: the server knows its own defaults. */
export function argumentsFrom(fields: readonly Field[], answers: Answers): Filled {
  // What a field is called is for its server to choose: `__proto__` and `constructor` are names like others.
  const value: Record<string, unknown> = Object.create(null);
  const problems: Record<string, string> = Object.create(null);
  for (const field of fields) {
    const text = (own(answers, field.id) ?? '').trim();
    if (text === '') {
      if (field.required) problems[field.id] = 'is needed';
      continue;
    }
    const read = readAnswer(field, text);
    if ('problem' in read) problems[field.id] = read.problem;
    else put(value, field.path, read.value);
  }
  return { value, problems };
}

type Read = { readonly value: unknown } | { readonly problem: string };

function readAnswer(field: Field, text: string): Read {
  switch (field.kind) {
    case 'number':
    case 'integer':
      return readNumber(text, field.kind === 'integer');
    case 'boolean':
      return { value: text === 'true' };
    case 'list':
      return { value: text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [scalar(line.trim())])) };
    case 'json':
      return readJson(text);
    case 'free': {
      const read = readJson(text);
      return 'value' in read ? read : { value: text };
    }
    case 'choice':
      return { value: scalarOption(text) };
    case 'text':
      return { value: text };
  }
}

function readNumber(text: string, whole: boolean): Read {
  const value = Number(text);
  if (!Number.isFinite(value)) return { problem: 'is not a number' };
  return whole && !Number.isInteger(value) ? { problem: 'is not a whole number' } : { value };
}

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'is not JSON' };
  }
}

/** Lists of numbers are written like lists of words, one per line. */
function scalar(text: string): string | number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function scalarOption(text: string): unknown {
  return text === 'true' || text === 'false' ? text === 'true' : scalar(text);
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  target[name] ??= Object.create(null);
  put(target[name] as Record<string, unknown>, rest, value);
}
