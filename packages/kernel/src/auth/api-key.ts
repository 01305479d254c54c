/**
 * API keys look like `qk_<id>_<secret>`. The secret has 256 random bits, so one round of SHA-256 is enough at rest: there
 * is no dictionary to try. The id finds the record; only the hash of the whole key is kept.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

export interface ApiKeyRecord {
  readonly id: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly hash: string;
  readonly subject: string;
  readonly roles: readonly string[];
  readonly workspaces?: readonly string[];
  readonly label?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

export interface ApiKeyGrant {
  readonly subject: string;
  readonly roles?: readonly string[];
  readonly workspaces?: readonly string[];
  readonly label?: string;
  readonly expiresAt?: number;
}

/** Where time and randomness come from. */
export interface KeySource {
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

const keyPattern = /^qk_([a-z0-9]{10})_[\w-]{43}$/;
const idLetters = 'abcdefghijklmnopqrstuvwxyz012345';
const nobody = createHash('sha256').update('nobody').digest();

/** A new key and its record. The key itself exists only here: show it once and forget it. */
export function mintKey(
  grant: ApiKeyGrant,
  source: KeySource,
): { readonly key: string; readonly record: ApiKeyRecord } {
  const id = Array.from(source.random(10), (byte) => idLetters[byte % idLetters.length]).join('');
  const key = `qk_${id}_${Buffer.from(source.random(32)).toString('base64url')}`;
  const { roles = [], ...rest } = grant;
  return { key, record: { id, hash: hashOf(key), roles, ...rest, createdAt: source.now() } };
}

/** The record the key belongs to. Takes the same time for a wrong secret and for an unknown id. */
export function findRecord(
  key: string,
  records: ReadonlyMap<string, ApiKeyRecord>,
  now: number,
): ApiKeyRecord | undefined {
  const record = records.get(keyPattern.exec(key)?.[1] ?? '');
  const expected = record === undefined ? nobody : Buffer.from(record.hash.replace(/^sha256:/, ''), 'hex');
  const given = createHash('sha256').update(key).digest();
  const matches = expected.length === given.length && timingSafeEqual(expected, given);
  return matches && record !== undefined && isUsable(record, now) ? record : undefined;
}

function isUsable(record: ApiKeyRecord, now: number): boolean {
  return record.revokedAt === undefined && (record.expiresAt === undefined || now < record.expiresAt);
}

function hashOf(key: string): string {
  return `sha256:${createHash('sha256').update(key).digest('hex')}`;
}
