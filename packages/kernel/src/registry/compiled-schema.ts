// The namespace import lets a bundler drop what is not used, which is most of zod.
import * as z from 'zod';
import { foreignSchemaCheck } from './foreign-schema-check.js';
import { jsonForm, type Side } from './json-form.js';
import { pathText } from './path-text.js';
import type { JsonSchema, SchemaSource } from './schema-source.js';

/** One thing wrong with a value, placed by a path a person can read: `filters.entity_id`, `range[0]`. */
export interface SchemaIssue {
  readonly path: string;
  readonly message: string;
  readonly reason: 'missing' | 'unknown' | 'invalid';
}

export type SchemaCheck =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly SchemaIssue[] };

/** A schema ready to list and to check with; both are derived when first needed, so that servers start quickly. */
export interface CompiledSchema {
  readonly json: JsonSchema;
  check(value: unknown): SchemaCheck;
  /** Instead of `check`, where the schema is somebody else's and may take any time. */
  checkLater?(value: unknown): Promise<SchemaCheck>;
}

/** Makes the check of a schema that is written by hand. */
export type LiteralCheck = (schema: JsonSchema) => (value: unknown) => SchemaCheck;

export function compileSchema(source: SchemaSource, side: Side, literal: LiteralCheck): CompiledSchema {
  return isLiteral(source) ? literalSchema(source, literal) : zodSchema(source, side);
}

/** A schema that another server wrote. */
export function foreignSchema(json: JsonSchema, literal: LiteralCheck): CompiledSchema {
  return { ...literalSchema(json, literal), checkLater: foreignSchemaCheck(json) };
}

function zodSchema(schema: z.ZodType, side: Side): CompiledSchema {
  let json: JsonSchema | undefined;
  return {
    get json() {
      json ??= jsonForm(schema, side);
      return json;
    },
    check(value) {
      const parsed = schema.safeParse(value);
      return parsed.success
        ? { ok: true, value: parsed.data }
        : { ok: false, issues: parsed.error.issues.flatMap((issue) => zodIssues(issue, value)) };
    },
  };
}

function zodIssues(issue: z.core.$ZodIssue, value: unknown): SchemaIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathText([...issue.path, key]),
      message: `Unknown argument '${key}'`,
      reason: 'unknown',
    }));
  }
  const missing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
  const message = missing ? 'Required, but missing' : issue.message;
  return [{ path: pathText(issue.path), message, reason: missing ? 'missing' : 'invalid' }];
}

/** Zod calls a missing enum an invalid option; looking at the value tells missing from wrong for every type. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((at, key) => (at as Record<PropertyKey, unknown> | undefined | null)?.[key], value);
}

export function isLiteral(source: SchemaSource): source is JsonSchema {
  return !(source instanceof z.ZodType);
}

function literalSchema(json: JsonSchema, literal: LiteralCheck): CompiledSchema {
  let check: ((value: unknown) => SchemaCheck) | undefined;
  return {
    json,
    check(value) {
      check ??= literal(json);
      return check(value);
    },
  };
}
