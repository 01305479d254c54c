import type { CatalogEntry } from '../catalog.js';
import { propertyName } from '../identifiers.js';
import { relaxed } from '../tools/defaults.js';
import { entriesOf, isSchema, namesOf, type Schema, typesOf } from './schema.js';

const SENTENCE_CHARS = 90;

interface Signed {
  readonly name: string;
  readonly tool: Pick<CatalogEntry['tool'], 'inputSchema' | 'outputSchema'>;
}

/** `read_file({ path: string, head?: number }): string`, with types only as deep as one word each. */
export function signatureOf({ name, tool }: Signed): string {
  const schema = relaxed(tool.inputSchema) as Schema;
  const required = new Set(namesOf(schema.required));
  const fields = entriesOf(schema.properties).map(
    ([field, property]) => `${propertyName(field)}${required.has(field) ? '' : '?'}: ${wordFor(property)}`,
  );
  return `${name}(${fields.length === 0 ? '' : `{ ${fields.join(', ')} }`}): ${outputWord(tool.outputSchema)}`;
}

/** With the first sentence of the description, as a comment. */
export function signatureLine(entry: CatalogEntry): string {
  const sentence = firstSentence(entry.tool.description);
  return sentence === '' ? signatureOf(entry) : `${signatureOf(entry)} // ${sentence}`;
}

export function firstSentence(description: unknown): string {
  const text = typeof description === 'string' ? description.replace(/\s+/g, ' ').trim() : '';
  const sentence = /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
  return sentence.length > SENTENCE_CHARS ? `${sentence.slice(0, SENTENCE_CHARS).trimEnd()}…` : sentence;
}

function outputWord(schema: Schema | undefined): string {
  if (schema === undefined) return 'string';
  const fields = entriesOf(schema.properties).map(([name]) => propertyName(name));
  return fields.length === 0 ? 'object' : `{ ${fields.join(', ')} }`;
}

/** A type of the first level: what a value has, and of which kind each part is. */
export function outlineOf(schema: Schema): string {
  const required = new Set(namesOf(schema.required));
  const fields = entriesOf(schema.properties).map(
    ([field, property]) => `${propertyName(field)}${required.has(field) ? '' : '?'}: ${typeWord(property)}`,
  );
  return fields.length === 0 ? typeWord(schema) : `{ ${fields.join('; ')} }`;
}

/** What is below the first level may be used, and is not told. */
function typeWord(schema: unknown): string {
  return wordFor(schema).replace(/\b(object|unknown)\b/g, 'any');
}

function wordFor(schema: unknown): string {
  if (!isSchema(schema)) return 'unknown';
  if (Array.isArray(schema.enum) && schema.enum.length <= 6)
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  const [type, ...others] = typesOf(schema);
  if (type === undefined) return isSchema(schema.properties) ? 'object' : 'unknown';
  if (type === 'array') return `${bracketed(wordFor(schema.items ?? true))}[]`;
  const word = type === 'integer' ? 'number' : type;
  return others.length === 0 ? word : [word, ...others].join(' | ');
}

function bracketed(word: string): string {
  return word.includes(' ') ? `(${word})` : word;
}
