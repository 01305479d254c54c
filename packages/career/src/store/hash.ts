import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@quadrivium/ledger';

/** The same for equal values, whatever the order of their keys. */
export function sha256Of(value: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(value as JsonValue))
    .digest('hex');
}
