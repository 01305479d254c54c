import { canonicalJson, type JsonValue, nodeCrypto } from '@quadrivium/ledger';

/** One value, one digest: SHA-256 over canonical JSON. */
export function digestOf(value: unknown): string {
  return `sha256:${nodeCrypto.sha256(canonicalJson(value as JsonValue))}`;
}
