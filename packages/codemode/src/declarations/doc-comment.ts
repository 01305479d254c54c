import { isSchema } from './schema.js';

/** What a comment may not contain is its own end. Line ends of every kind become one. */
function tame(text: string): string {
  return text
    .replaceAll('*/', '*\\/')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .trim();
}

/** A documentation comment on one line; nothing when there is nothing to say. */
export function lineComment(text: string): string {
  const tamed = tame(text).replace(/\s+/g, ' ');
  return tamed === '' ? '' : `/** ${tamed} */`;
}

/** Keeps the lines of a longer text, because servers write lists and examples into descriptions. */
export function blockComment(text: string, indent: string): string {
  const lines = tame(text)
    .split('\n')
    .map((line) => line.trimEnd());
  if (lines.length === 1) return lineComment(text);
  return ['/**', ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n');
}

const BOUNDS: readonly (readonly [key: string, words: string])[] = [
  ['format', 'format'],
  ['pattern', 'pattern'],
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'above'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'below'],
  ['minLength', 'min length'],
  ['maxLength', 'max length'],
  ['minItems', 'min items'],
  ['maxItems', 'max items'],
  ['default', 'default'],
];

const LONGEST_BOUND = 80;

/** The description of a property and what its type cannot say. */
export function remarksOf(schema: unknown): string {
  if (!isSchema(schema)) return '';
  const description = typeof schema.description === 'string' ? schema.description : '';
  const bounds = BOUNDS.flatMap(([key, words]) => boundOf(schema[key], words));
  if (schema.deprecated === true) bounds.push('deprecated');
  return [description, bounds.length === 0 ? '' : `(${bounds.join(', ')})`].filter((text) => text !== '').join(' ');
}

function boundOf(value: unknown, words: string): string[] {
  // The widest safe integers are what generators write for "any integer"; they say nothing.
  if (value === undefined || Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER) return [];
  const text = typeof value === 'string' && words !== 'default' ? value : JSON.stringify(value);
  return text.length > LONGEST_BOUND ? [] : [`${words} ${text}`];
}
