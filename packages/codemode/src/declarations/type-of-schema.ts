/**
 * JSON Schema (2020-12, and what older drafts still send) to TypeScript types. Keywords add up: each keyword that says
 * something about the shape gives one type, and the type of the schema is their intersection. What a type cannot say
 * (bounds, formats, conditions) is left out or told in comments, so a type may admit more than the schema, never less than
 * a program needs. Beyond a depth and a number of parts everything is `unknown`: servers send whatever they like.
 */
import { own } from '@quadrivium/kernel/essentials';
import { Aliases } from './aliases.js';
import { arrayType } from './array-type.js';
import { enumType, literalType } from './literals.js';
import { objectType, speaksOfObjects } from './object-type.js';
import { resolveReference, type Target } from './pointers.js';
import { isSchema, listOf, type Schema, typesOf } from './schema.js';
import { countUses, isRecursive } from './uses.js';
import { inParentheses, type Place, type Writing } from './writing.js';

export const MAX_DEPTH = 24;
export const MAX_PARTS = 3_000;

export interface TypeText {
  readonly text: string;
  readonly aliases: ReadonlyMap<string, string>;
}

/** The type of one schema and the named types it needs; `suffix` ends the names. */
export function typeOfSchema(root: unknown, suffix = ''): TypeText {
  if (!isSchema(root)) return { text: root === false ? 'never' : 'unknown', aliases: new Map() };
  const uses = countUses(root, MAX_PARTS);
  const writing: Writing = {
    typeAt: (schema, place) => typeAt(writing, schema, place),
    root,
    aliases: new Aliases(suffix),
    uses,
    recursive: new Map(),
    parts: 0,
    named: 0,
  };
  const top: Place = { alias: undefined, open: true, depth: 0, inlined: [] };
  // Whatever refers to the whole schema makes the schema itself a named type.
  const text = writing.uses.has('#') ? referenceType(writing, '#', top) : typeAt(writing, root, top);
  return { text, aliases: writing.aliases.declarations() };
}

function typeAt(writing: Writing, schema: unknown, place: Place): string {
  writing.parts += 1;
  if (schema === false) return 'never';
  if (!isSchema(schema) || place.depth > MAX_DEPTH || writing.parts > MAX_PARTS) return 'unknown';
  const types = [...new Set(constraintsOf(writing, schema, place))].filter((type) => type !== 'unknown');
  const type = types.length > 1 ? types.map(inParentheses).join(' & ') : (types[0] ?? 'unknown');
  return schema.nullable === true && type !== 'unknown' ? `${type} | null` : type;
}

function constraintsOf(writing: Writing, schema: Schema, place: Place): string[] {
  const types: string[] = [];
  if (typeof schema.$ref === 'string') types.push(referenceType(writing, schema.$ref, place));
  if ('const' in schema) types.push(literalType(schema.const));
  else if (Array.isArray(schema.enum)) types.push(enumType(schema.enum));
  else types.push(typeByName(writing, schema, place));
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    if (Array.isArray(schema[keyword]))
      types.push(unionOf(listOf(schema[keyword]).map((each) => typeAt(writing, each, deeper(place)))));
  }
  for (const each of listOf(schema.allOf)) types.push(typeAt(writing, each, deeper(place)));
  return types;
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typeByName(writing: Writing, schema: Schema, place: Place): string {
  const names = typesOf(schema);
  if (names.length === 0)
    return speaksOfObjects(schema) ? objectType(writing, schema, place) : untypedList(writing, schema, place);
  return unionOf(names.map((name) => namedType(writing, name, schema, place)));
}

function untypedList(writing: Writing, schema: Schema, place: Place): string {
  return 'items' in schema || 'prefixItems' in schema ? arrayType(writing, schema, place) : 'unknown';
}

function namedType(writing: Writing, name: string, schema: Schema, place: Place): string {
  if (name === 'object') return objectType(writing, schema, place);
  if (name === 'array') return arrayType(writing, schema, place);
  return own(PRIMITIVES, name) ?? 'unknown';
}

function unionOf(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.includes('unknown') || distinct.length === 0) return 'unknown';
  const known = distinct.filter((type) => type !== 'never');
  return known.length === 0 ? 'never' : known.map((type) => (known.length > 1 ? inUnion(type) : type)).join(' | ');
}

function inUnion(type: string): string {
  return type.includes(' & ') ? `(${type})` : type;
}

function referenceType(writing: Writing, reference: string, place: Place): string {
  const target = resolveReference(writing.root, reference);
  if (target === undefined) return 'unknown';
  if ((writing.uses.get(target.key) ?? 0) > 1 || leadsBack(writing, target)) return aliasFor(writing, target, place);
  if (place.inlined.includes(target.key)) return 'unknown';
  return typeAt(writing, target.schema, { ...deeper(place), inlined: [...place.inlined, target.key] });
}

function aliasFor(writing: Writing, target: Target, place: Place): string {
  const name = writing.aliases.nameFor(target.key, target.name);
  if (place.open && place.alias !== undefined && !writing.aliases.lead(place.alias, name)) return 'unknown';
  if (!writing.aliases.started(name)) {
    writing.aliases.start(name);
    const inside: Place = { alias: name, open: true, depth: 0, inlined: [] };
    writing.aliases.finish(name, typeAt(writing, target.schema, inside));
  }
  writing.named += 1;
  return name;
}

function leadsBack(writing: Writing, target: Target): boolean {
  const known = writing.recursive.get(target.key) ?? isRecursive(writing.root, target, MAX_PARTS);
  writing.recursive.set(target.key, known);
  return known;
}
