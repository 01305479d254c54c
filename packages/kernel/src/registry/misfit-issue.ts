import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Misfit } from '../untrusted/schema/schema-check.js';
import type { SchemaIssue } from './compiled-schema.js';
import { pathText } from './path-text.js';

/** What Ajv found wrong, in our words. */
export function misfitIssue(error: Misfit | ErrorObject): SchemaIssue {
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
