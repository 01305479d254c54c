// The namespace import lets a bundler drop what is not used, which is most of zod.
import * as z from 'zod';
import type { JsonSchema, SchemaSource } from './schema-source.js';

/** Decides what zod lists for values with defaults: optional for what callers send, present for what we send. */
export type Side = 'input' | 'output';

/** A schema as JSON Schema. It stands apart from the checks, whose library a program that only lists need not load. */
export function jsonForm(source: SchemaSource, side: Side): JsonSchema {
  return source instanceof z.ZodType ? (z.toJSONSchema(source, { io: side }) as JsonSchema) : source;
}
