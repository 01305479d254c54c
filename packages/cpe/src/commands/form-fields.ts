import { isObject } from '@quadrivium/kernel/essentials';
import { plainLine } from '@quadrivium/kernel/shell';

/** One field of a form that a server wants filled in. */
export interface FormField {
  readonly name: string;
  readonly question: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
}

type Value = string | number | boolean | string[];

/** The fields of a flat schema, in its order. */
export function fieldsOf(schema: unknown): FormField[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, each]) => {
    const field = isObject(each) ? each : {};
    return { name, schema: field, required: required.includes(name), question: questionOf(name, field, required) };
  });
}

function questionOf(name: string, schema: Readonly<Record<string, unknown>>, required: readonly unknown[]): string {
  const choices = choicesOf(schema);
  const kind = choices.length > 0 ? choices.join(' | ') : String(schema.type ?? 'string');
  const about = typeof schema.description === 'string' ? `, ${schema.description}` : '';
  const usual = schema.default === undefined ? '' : ` [${JSON.stringify(schema.default)}]`;
  const free = required.includes(name) || schema.default !== undefined ? '' : ', may be left empty';
  return plainLine(`${schema.title ?? name} (${kind}${about}${free})${usual}`);
}

function choicesOf(schema: Readonly<Record<string, unknown>>): string[] {
  const { items } = schema;
  const source = isObject(items) ? items : schema;
  if (Array.isArray(source.enum)) return source.enum.map(String);
  const listed = source.oneOf ?? source.anyOf;
  return Array.isArray(listed)
    ? listed.flatMap((each) => (isObject(each) && 'const' in each ? [String(each.const)] : []))
    : [];
}

/** What was typed as the schema wants it, or what is wrong with it. */
export function typedValue(
  field: FormField,
  text: string,
): { readonly value: Value | undefined } | { readonly problem: string } {
  const { schema, required } = field;
  if (text === '' && schema.default !== undefined) return { value: schema.default as Value };
  if (text === '') return required ? { problem: 'it is required' } : { value: undefined };
  if (schema.type === 'boolean') return booleanOf(text);
  if (schema.type === 'number' || schema.type === 'integer') return numberOf(text, schema);
  const words = schema.type === 'array' ? text.split(',').map((word) => word.trim()) : [text];
  const choices = choicesOf(schema);
  const wrong = choices.length === 0 ? undefined : words.find((word) => !choices.includes(word));
  if (wrong !== undefined) return { problem: `${wrong} is none of ${choices.join(', ')}` };
  return { value: schema.type === 'array' ? words : text };
}

function booleanOf(text: string): { value: boolean } | { problem: string } {
  if (/^(y|yes|true)$/i.test(text)) return { value: true };
  return /^(n|no|false)$/i.test(text) ? { value: false } : { problem: 'it is yes or no' };
}

function numberOf(text: string, { type, minimum, maximum }: Readonly<Record<string, unknown>>) {
  const value = Number(text);
  if (Number.isNaN(value)) return { problem: 'it is a number' };
  if (type === 'integer' && !Number.isInteger(value)) return { problem: 'it is a whole number' };
  if (typeof minimum === 'number' && value < minimum) return { problem: `it is at least ${minimum}` };
  if (typeof maximum === 'number' && value > maximum) return { problem: `it is at most ${maximum}` };
  return { value };
}
