import { schemaCheck } from '../untrusted/schema/schema-check.js';
import type { SchemaCheck } from './compiled-schema.js';
import { misfitIssue } from './misfit-issue.js';
import type { JsonSchema } from './schema-source.js';

/**
 * Checks against a schema that somebody else wrote, which must not be able to stop us. Where it cannot be used, or not in
 * time, nothing is said against the value: whoever wrote the schema will check it again.
 */
export function foreignSchemaCheck(schema: JsonSchema): (value: unknown) => Promise<SchemaCheck> {
  const check = schemaCheck(schema, { all: true });
  return async (value) => {
    const { misfits = [] } = await check(value);
    return misfits.length === 0 ? { ok: true, value } : { ok: false, issues: misfits.map(misfitIssue) };
  };
}
