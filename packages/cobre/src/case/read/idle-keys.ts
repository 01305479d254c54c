import { closestWord, isObject } from '@quadrivium/kernel/essentials';
import { z } from 'zod';
import type { ErrorRecord } from '../../faults.js';
import { errorRecord } from '../finding.js';
import { locate } from './schema-errors.js';

/**
 * Keys that are accepted but change nothing: unknown ones, and known ones this engine has no use for. The same key in
 * many entries of a list is one finding.
 */
export function idleKeys(file: string, schema: z.ZodType, document: unknown): ErrorRecord[] {
  const found = new Map<string, { path: readonly PropertyKey[]; reason: string; suggestion: string; times: number }>();
  visit(schema, document, [], (path, reason, suggestion) => {
    const pattern = path.map((key) => (typeof key === 'number' ? '[]' : String(key))).join('.');
    const before = found.get(pattern);
    if (before) before.times++;
    else found.set(pattern, { path, reason, suggestion, times: 1 });
  });
  return [...found.values()].map(({ path, reason, suggestion, times }) => {
    const place = locate(document, path);
    const often = times > 1 ? ` (in ${times} places)` : '';
    return errorRecord(
      'SchemaViolation',
      `${file}: '${place.field}' has no effect: ${reason}${often}.`,
      { file, ...place, expected: 'a key that has an effect', actual: String(path.at(-1)) },
      suggestion,
    );
  });
}

type Report = (path: readonly PropertyKey[], reason: string, suggestion: string) => void;

function visit(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[], report: Report): void {
  const noEffect = z.globalRegistry.get(schema)?.noEffect;
  if (typeof noEffect === 'string' && value !== null) {
    report(path, noEffect, `Remove '${String(path.at(-1))}', or ignore this warning.`);
    return;
  }
  if (schema instanceof z.ZodObject) visitObject(schema, value, path, report);
  else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [i, item] of value.entries()) visit(schema.element, item, [...path, i], report);
  } else if (schema instanceof z.ZodRecord && isObject(value)) {
    for (const [key, item] of Object.entries(value)) visit(schema.valueType, item, [...path, key], report);
  } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    if (value !== undefined && value !== null) visit(schema.unwrap(), value, path, report);
  } else if (schema instanceof z.ZodUnion) {
    const branch = schema.options.find((option) => z.safeParse(option, value).success);
    if (branch) visit(branch, value, path, report);
  }
}

function visitObject(schema: z.ZodObject, value: unknown, path: readonly PropertyKey[], report: Report): void {
  if (!isObject(value)) return;
  const shape = schema.shape;
  for (const [key, item] of Object.entries(value)) {
    const member = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (member !== undefined) visit(member, item, [...path, key], report);
    else {
      const meant = closestWord(key, Object.keys(shape));
      report([...path, key], 'it is not a known key', meant ? `Did you mean '${meant}'?` : `Remove '${key}'.`);
    }
  }
}
