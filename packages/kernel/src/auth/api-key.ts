/**
 * API keys look like `qk_<id>_<secret>`. The secret has 256 random bits, so one round of SHA-256 is enough at rest: there
 * is no dictionary to try. The id finds the record; only the hash of the whole key is kept.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

import * as z from 'zod';

import { newSecret, presentTime } from '../essentials/index.js';

/** Times are milliseconds since the epoch. */
export const ApiKeyRecord = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{10}$/),
  hash: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  subject: z.string().min(1),
  roles: z.array(z.string()).readonly(),
  workspaces: z.array(z.string()).readonly().exactOptional(),
  label: z.string().exactOptional(),
  createdAt: z.number(),
  expiresAt: z.number().exactOptional(),
  revokedAt: z.number().exactOptional(),
});
export type ApiKeyRecord = Readonly<z.output<typeof ApiKeyRecord>>;

type Granted = Pick<ApiKeyRecord, 'subject' | 'roles' | 'workspaces' | 'label' | 'expiresAt'>;
export type ApiKeyGrant = Omit<Granted, 'roles'> & Partial<Granted>;

const keyPattern = /^qk_([a-z0-9]{10})_[\w-]{43}$/;
const nobody = createHash('sha256').update('nobody').digest();

/** A new key and its record. The key itself exists only here: show it once and forget it. */
export function mintKey(grant: ApiKeyGrant): { readonly key: string; readonly record: ApiKeyRecord } {
  const id = newSecret(5, 'hex');
  const key = `qk_${id}_${newSecret(32)}`;
  const { roles = [], ...rest } = grant;
  return { key, record: { id, hash: hashOf(key), roles, ...rest, createdAt: presentTime() } };
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
