import { presentTime } from '../essentials/index.js';
import type { Identity } from '../identity.js';
import { type ApiKeyRecord, findRecord } from './api-key.js';
import { type Authenticator, bearerToken, unauthenticated } from './authenticator.js';
import { fileStamp, listKeys } from './key-file.js';

export interface KeyAuthOptions {
  readonly now?: () => number;
  /** How long a change of the file may go unnoticed, in milliseconds. */
  readonly recheckMs?: number;
}

/** Bearer API keys from a key file. The file is looked at again while serving, so a revoked key stops working. */
export async function authenticateByKeys(file: string, options: KeyAuthOptions = {}): Promise<Authenticator> {
  const { now = presentTime, recheckMs = 1000 } = options;
  let stamp = await fileStamp(file);
  let records = byId(await listKeys(file));
  let checkedAt = now();

  async function recheck(): Promise<void> {
    checkedAt = now();
    const current = await fileStamp(file);
    if (current === stamp) return;
    records = byId(await listKeys(file));
    stamp = current;
  }

  return {
    scheme: 'keys',
    async authenticate(authorization) {
      const token = bearerToken(authorization);
      if (now() - checkedAt >= recheckMs) await recheck();
      const record = findRecord(token, records, now());
      if (record === undefined) throw unauthenticated('invalid');
      return identityOf(record);
    },
  };
}

function byId(records: readonly ApiKeyRecord[]): ReadonlyMap<string, ApiKeyRecord> {
  return new Map(records.map((record) => [record.id, record]));
}

function identityOf({ subject, roles, workspaces }: ApiKeyRecord): Identity {
  return { subject, roles, via: 'api-key', ...(workspaces === undefined ? {} : { workspaces }) };
}
