/**
 * Keys of people, agents and services. A key speaks for its principal with all the roles that one has, or with no more than
 * its scopes; roles that are taken away are gone for its keys at once.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import type { Caller, Principal } from '../../domain/principal.js';
import { isWithin } from '../../domain/scope.js';
import type { ApiKey, Tx } from '../../domain/store-port.js';
import { timeAfter } from '../../domain/surroundings.js';
import { notFound, portariumFault } from '../../faults.js';
import { actorOf, type Deps } from '../deps.js';
import { apiKeyView } from '../to-view.js';

export async function listApiKeys(deps: Deps, caller: Caller): Promise<readonly view.ApiKeyView[]> {
  return (await deps.store.read(caller.workspaceId, (tables) => tables.apiKeys.find())).map(apiKeyView);
}

type KeyTerms = Partial<Pick<ApiKey, 'label' | 'scopes'>>;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
const letters = 'abcdefghijklmnopqrstuvwxyz012345';

/** `qk_<id>_<secret>`: the id finds the record, the hash proves the rest. The secret has 256 bits. */
export async function mintKey(
  tx: Tx,
  {
    principalId,
    createdBy,
    ...terms
  }: KeyTerms & { readonly principalId: string; readonly createdBy: string; readonly expiresAt?: number },
): Promise<{ readonly record: ApiKey; readonly secret: string }> {
  const keyId = Array.from(randomBytes(10), (byte) => letters[byte % 32]).join('');
  const secret = `qk_${keyId}_${tx.newToken()}`;
  const who = { principalId: idOf<'principal'>(principalId), createdBy: idOf<'principal'>(createdBy) };
  const record: ApiKey = {
    workspaceId: tx.workspaceId,
    keyId,
    ...who,
    hash: hashOf(secret),
    createdAt: tx.now,
    ...terms,
  };
  await tx.apiKeys.put(record);
  return { record, secret };
}

/** The secret is in this answer and nowhere else. */
export async function createApiKey(
  deps: Deps,
  caller: Caller,
  { principalId, expiresInMs, ...terms }: KeyTerms & { readonly principalId: string; readonly expiresInMs?: number },
): Promise<view.ApiKeyView & { readonly secret: string }> {
  requireNoWider(caller, terms.scopes);
  return deps.transact(caller.workspaceId, async (tx) => {
    if ((await tx.principals.get(idOf(principalId))) === undefined) throw notFound('principal', principalId);
    const expiry = expiresInMs === undefined ? {} : { expiresAt: timeAfter(tx.now, expiresInMs) };
    const { record, secret } = await mintKey(tx, { principalId, createdBy: caller.principalId, ...terms, ...expiry });
    const { keyId, scopes } = record;
    tx.evidence({
      category: 'System',
      type: 'ApiKeyCreated',
      summary: 'A key was made.',
      actor: actorOf(caller),
      links: { keyId, principalId },
      ...(scopes === undefined ? {} : { detail: { scopes } }),
    });
    return { ...apiKeyView(record), secret };
  });
}

/** A key that was narrowed cannot make a wider one, for whomever. */
function requireNoWider({ scopes: own }: Caller, wanted: readonly string[] | undefined): void {
  if (own === undefined || wanted?.every((scope) => isWithin(own, scope))) return;
  throw portariumFault('Forbidden', 'A key with scopes makes keys with these scopes or fewer.', {
    context: { scopes: own },
    suggestion: 'Name the scopes of the new key, or use a key without scopes.',
  });
}

export async function revokeApiKey(deps: Deps, caller: Caller, keyId: string): Promise<view.ApiKeyView> {
  const saved = await deps.transact(caller.workspaceId, async (tx) => {
    const key = await tx.apiKeys.get(keyId);
    if (key === undefined) throw notFound('key', keyId);
    const revoked = { ...key, revokedAt: key.revokedAt ?? tx.now };
    await tx.apiKeys.put(revoked);
    tx.evidence({
      category: 'System',
      type: 'ApiKeyRevoked',
      summary: 'A key was revoked.',
      actor: actorOf(caller),
      links: { keyId },
    });
    return apiKeyView(revoked);
  });
  for (const tell of deps.accessChanged) tell();
  return saved;
}

const nobody = Buffer.from(hashOf('nobody'), 'hex');

/** Takes the same way for a wrong secret and for an unknown id. */
export async function authenticateKey(deps: Deps, key: string): Promise<Caller> {
  const keyId = /^qk_([a-z0-9]{10})_[\w-]{20,}$/.exec(key)?.[1] ?? '';
  const record = await deps.store.findApiKey(keyId);
  const expected = record === undefined ? nobody : Buffer.from(record.hash, 'hex');
  const fits = timingSafeEqual(expected, Buffer.from(hashOf(key), 'hex'));
  const now = deps.surroundings.now();
  const usable = record !== undefined && record.revokedAt === undefined && (record.expiresAt ?? Infinity) > now;
  if (!fits || !usable) throw unauthenticated();
  const principal = await deps.store.read(record.workspaceId, (tables) => tables.principals.get(record.principalId));
  if (principal?.active !== true) throw unauthenticated();
  const { scopes } = record;
  return { ...callerAs(principal), ...(scopes === undefined ? {} : { scopes }) };
}

export function unauthenticated() {
  return portariumFault('Unauthenticated', 'The credential is not valid.', {
    suggestion: 'Ask an administrator for a new key.',
  });
}

export function callerAs(principal: Principal): Caller {
  const { workspaceId, principalId, kind, roles, onBehalfOf } = principal;
  return { workspaceId, principalId, kind, roles, ...(onBehalfOf === undefined ? {} : { onBehalfOf }) };
}
