import type { CatalogEntry } from '../catalog.js';
import { propertyName } from '../identifiers.js';
import { entriesOf, isSchema, namesOf, type Schema, typesOf } from './schema.js';

const SENTENCE_CHARS = 90;

interface Signed {
  readonly name: string;
  readonly tool: Pick<CatalogEntry['tool'], 'inputSchema' | 'outputSchema'>;
}

/** `read_file({ path: string, head?: number }): string`, with types only as deep as one word each. */
export function signatureOf({ name, tool }: Signed): string {
  const required = new Set(namesOf(tool.inputSchema.required));
  const fields = entriesOf(tool.inputSchema.properties).map(
    ([field, schema]) => `${propertyName(field)}${required.has(field) ? '' : '?'}: ${wordFor(schema)}`,
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
