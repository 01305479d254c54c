/** Literal JSON Schemas are checked by Ajv. This file is loaded on the first check, so that servers start without it. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';

import { pathText, type SchemaCheck, type SchemaIssue } from './compiled-schema.js';
import type { JsonSchema } from './schema-source.js';

/** Seeds write schemas in their own style; strict mode would refuse some of them for taste alone. */
const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: false });
formatsPlugin.default(ajv);

export function jsonSchemaCheck(schema: JsonSchema): (value: unknown) => SchemaCheck {
  const validate = ajv.compile(schema);
  return (value) =>
    validate(value) ? { ok: true, value } : { ok: false, issues: (validate.errors ?? []).map(issueOf) };
}

function issueOf(error: ErrorObject): SchemaIssue {
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
