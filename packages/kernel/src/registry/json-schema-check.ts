/**
 * Literal JSON Schemas are checked by the Ajv (2020-12, with formats) that the SDK carries inside: a second copy would
 * cost every server that writes its schemas by hand a tenth of its start.
 */
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';

import type { SchemaCheck } from './compiled-schema.js';
import { misfitIssue } from './misfit-issue.js';
import type { JsonSchema } from './schema-source.js';

const validator = new AjvJsonSchemaValidator();

export function jsonSchemaCheck(schema: JsonSchema): (value: unknown) => SchemaCheck {
  const validate = engine().compile(schema);
  return (value) =>
    validate(value) ? { ok: true, value } : { ok: false, issues: (validate.errors ?? []).map(misfitIssue) };
}

/** Made by the SDK on first use. Its own interface gives one line of text per value; we want every issue with its place. */
function engine(): Ajv2020 {
  return Reflect.get(validator, 'ajv') as Ajv2020;
}
