/** From a JSON Schema to the fields of a form. Nested objects become groups; what has no simple form is left as JSON. */
import { alternatives, resolved, type Schema, typesOf } from './schema.js';

export type FieldKind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'list' | 'free' | 'json';

export interface Field {
  /** Where its value goes in the arguments. */
  readonly path: readonly string[];
  readonly id: string;
  readonly label: string;
  /** What the schema calls it, for people. */
  readonly title?: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly description?: string;
  /** What the server takes when nothing is said. */
  readonly fallback?: string;
  /** What may be said: one of them, or some of them where it is a list. */
  readonly options?: readonly string[];
  readonly multiline?: boolean;
  /** What may be said, as people say it; the words themselves where nothing is said. */
  readonly spoken?: readonly string[];
}

/** What a field is called: by its own name, which whoever calls tools has to know, or in words for people. */
export type Naming = 'names' | 'words';

const deepest = 2;

export function fieldsOf(schema: Schema, naming: Naming = 'names'): readonly Field[] {
  const fields = fieldsBelow(schema, schema, [], true);
  if (naming === 'names') return fields;
  return fields.map((field) => {
    const spoken = field.options?.map(spokenWord);
    return { ...field, label: inWords(field), ...(spoken === undefined ? {} : { spoken }) };
  });
}

/** `needs_review` and `email` are words with a capital; what is spelled otherwise (EUR, 2.0) stays as it is. */
function spokenWord(option: string): string {
  if (!/^[a-z][a-z_-]*$/.test(option)) return option;
  return option.charAt(0).toUpperCase() + option.slice(1).replaceAll('_', ' ');
}

/** As the schema titles it, or its name in words: `case_dir` and `caseDir` are "Case dir". */
function inWords({ title, path }: Field): string {
  const words = path.map((name) =>
    name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
  const label = title ?? words.join(', ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function fieldsBelow(schema: Schema, root: Schema, above: readonly string[], needed: boolean): readonly Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const path = [...above, name];
    const required = needed && (schema.required?.includes(name) ?? false);
    const one = resolved(given, root);
    const group = alternatives(one, root)[0];
    if (path.length < deepest && isGroup(one, group)) return fieldsBelow(group as Schema, root, path, required);
    return [fieldOf(one, root, path, required)];
  });
}

function isGroup(schema: Schema, only: Schema | undefined): boolean {
  if (only?.properties === undefined) return false;
  return (schema.anyOf ?? schema.oneOf ?? [schema]).filter((option) => option.type !== 'null').length === 1;
}

function fieldOf(schema: Schema, root: Schema, path: readonly string[], required: boolean): Field {
  const options = alternatives(schema, root);
  const words = options.flatMap(wordsOf);
  const closed = words.length > 0 && options.every((option) => wordsOf(option).length > 0);
  const kind = closed ? 'choice' : kindOf(options, root);
  const several = kind === 'list' ? wordsOf(resolved(options[0]?.items ?? {}, root)) : [];
  const offered = closed ? words : several;
  const description = schema.description ?? options.find((option) => option.description)?.description;
  return {
    path,
    id: path.join('.'),
    label: path.join(' · '),
    ...(schema.title === undefined ? {} : { title: schema.title }),
    kind,
    required,
    ...(description === undefined ? {} : { description }),
    ...fallbackOf(schema.default),
    ...(offered.length > 0 ? { options: offered } : {}),
    ...(kind === 'text' && (options[0]?.maxLength ?? 0) > 1000 ? { multiline: true } : {}),
  };
}

function wordsOf(schema: Schema): readonly string[] {
  if (schema.const !== undefined) return [spelled(schema.const)];
  return schema.enum?.map(spelled) ?? [];
}

function kindOf(options: readonly Schema[], root: Schema): FieldKind {
  const types = [...new Set(options.flatMap(typesOf))];
  if (types.length !== 1) return types.includes('string') ? 'free' : 'json';
  switch (types[0]) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
    case 'boolean':
      return types[0];
    case 'array':
      return isPlainList(options[0], root) ? 'list' : 'json';
    default:
      return 'json';
  }
}

function isPlainList(schema: Schema | undefined, root: Schema): boolean {
  const items = schema?.items === undefined ? undefined : resolved(schema.items, root);
  const types = items === undefined ? [] : typesOf(items);
  return types.length === 1 && ['string', 'number', 'integer'].includes(types[0] ?? '');
}

/** A default for people to read; that nothing is taken when nothing is said goes without saying. */
function fallbackOf(value: unknown): { readonly fallback?: string } {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return {};
  return { fallback: Array.isArray(value) ? value.map(spelled).join(', ') : spelled(value) };
}

const spelled = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
