import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@quadrivium/ledger';

/** One text for equal values, whatever the order of their keys. */
export function canonicalText(value: unknown): string {
  return canonicalJson(value as JsonValue);
}

/** The same for equal values, whatever the order of their keys. */
export function sha256Of(value: unknown): string {
  return createHash('sha256').update(canonicalText(value)).digest('hex');
}
