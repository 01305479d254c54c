import { isObject } from '@quadrivium/kernel/essentials';

/** A JSON Schema as it comes from a server: nothing about it is certain. */
export type Schema = Readonly<Record<string, unknown>>;

export const isSchema: (value: unknown) => value is Schema = isObject;

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isSchema(value) ? Object.entries(value) : [];
}

export function namesOf(value: unknown): readonly string[] {
  return listOf(value).filter((name) => typeof name === 'string');
}

export function typesOf(schema: Schema): readonly string[] {
  return typeof schema.type === 'string' ? [schema.type] : namesOf(schema.type);
}
