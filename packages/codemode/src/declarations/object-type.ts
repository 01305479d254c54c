import { propertyName } from '../identifiers.js';
import { lineComment, remarksOf } from './doc-comment.js';
import { entriesOf, isSchema, namesOf, type Schema } from './schema.js';
import { type Place, type Writing, within } from './writing.js';

interface Field {
  readonly comment: string;
  readonly text: string;
}

/** Schemas often leave out that they describe an object. */
export function speaksOfObjects(schema: Schema): boolean {
  return (
    ['properties', 'required', 'patternProperties', 'propertyNames'].some((key) => key in schema) ||
    isSchema(schema.additionalProperties)
  );
}

export function objectType(writing: Writing, schema: Schema, place: Place): string {
  const fields = fieldsOf(writing, schema, place);
  const rest = restOf(schema);
  if (fields.length === 0) return recordType(writing, rest, place);
  // An index signature must admit the fields beside it, so it cannot be more exact than this.
  const all = rest.length > 0 ? [...fields, { comment: '', text: '[key: string]: unknown' }] : fields;
  return fieldsText(all, place.depth);
}

function fieldsOf(writing: Writing, schema: Schema, place: Place): Field[] {
  const required = new Set(namesOf(schema.required));
  const declared = entriesOf(schema.properties).map(([name, property]): Field => {
    const text = `${propertyName(name)}${required.has(name) ? '' : '?'}: ${writing.typeAt(property, within(place))}`;
    return { comment: lineComment(remarksOf(property)), text };
  });
  const known = new Set(entriesOf(schema.properties).map(([name]) => name));
  const bare = [...required].filter((name) => !known.has(name));
  return [...declared, ...bare.map((name) => ({ comment: '', text: `${propertyName(name)}: unknown` }))];
}

/** What may be there beyond the declared properties. Saying nothing allows it, but nobody means it. */
function restOf(schema: Schema): readonly unknown[] {
  const patterns = entriesOf(schema.patternProperties).map(([, pattern]) => pattern);
  const additional = schema.additionalProperties;
  return additional === undefined || additional === false ? patterns : [...patterns, additional];
}

function recordType(writing: Writing, rest: readonly unknown[], place: Place): string {
  if (rest.length === 0) return '{}';
  const before = writing.named;
  const types = [...new Set(rest.map((each) => writing.typeAt(each, within(place))))];
  const type = types.includes('unknown') ? 'unknown' : types.join(' | ');
  // Inside a named type, Record would count as naming it openly; an index signature does not.
  return writing.named > before ? `{ [key: string]: ${type} }` : `Record<string, ${type}>`;
}

function fieldsText(fields: readonly Field[], depth: number): string {
  if (fields.every(({ comment }) => comment === '')) return `{ ${fields.map(({ text }) => text).join('; ')} }`;
  const indent = '  '.repeat(Math.min(depth, 6) + 1);
  const lines = fields.map(({ comment, text }) => `${indent}${comment === '' ? '' : `${comment} `}${text};`);
  return `{\n${lines.join('\n')}\n${indent.slice(2)}}`;
}
