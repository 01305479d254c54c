/**
 * Literal JSON Schemas are checked by the Ajv (2020-12, with formats) that the SDK carries inside: a second copy would
 * cost every server that writes its schemas by hand a tenth of its start.
 */
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import { type Misfit, schemaCheck } from '../untrusted/schema/schema-check.js';

import type { SchemaCheck, SchemaIssue } from './compiled-schema.js';
import { pathText } from './path-text.js';
import type { JsonSchema } from './schema-source.js';

const validator = new AjvJsonSchemaValidator();

export function jsonSchemaCheck(schema: JsonSchema): (value: unknown) => SchemaCheck {
  const validate = engine().compile(schema);
  return (value) =>
    validate(value) ? { ok: true, value } : { ok: false, issues: (validate.errors ?? []).map(issueOf) };
}

/**
 * The same for a schema that somebody else wrote, which must not be able to stop us. Where it cannot be used, or not in
 * time, nothing is said against the value: whoever wrote the schema will check it again.
 */
export function foreignSchemaCheck(schema: JsonSchema): (value: unknown) => Promise<SchemaCheck> {
  const check = schemaCheck(schema, { all: true });
  return async (value) => {
    const { misfits = [] } = await check(value);
    return misfits.length === 0 ? { ok: true, value } : { ok: false, issues: misfits.map(issueOf) };
  };
}

/** Made by the SDK on first use. Its own interface gives one line of text per value; we want every issue with its place. */
function engine(): Ajv2020 {
  return Reflect.get(validator, 'ajv') as Ajv2020;
}

function issueOf(error: Misfit | ErrorObject): SchemaIssue {
  const at = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const { missingProperty, additionalProperty, allowedValues } = error.params as Record<string, unknown>;
  if (typeof missingProperty === 'string') {
    return { path: pathText([...at, missingProperty]), message: 'Required, but missing', reason: 'missing' };
  }
  if (typeof additionalProperty === 'string') {
    const message = `Unknown argument '${additionalProperty}'`;
    return { path: pathText([...at, additionalProperty]), message, reason: 'unknown' };
  }
  const choice = Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
  return { path: pathText(at), message: `${error.message ?? error.keyword}${choice}`, reason: 'invalid' };
}
