/** Passkeys of people: offered, registered, listed, revoked. Each person does that for themselves; administrators may revoke. */
import { createHash } from 'node:crypto';
import { passkeyAlgorithms } from '@quadrivium/ledger';
import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import type { Passkey, PasskeyOffer } from '../../domain/passkey.js';
import { type Caller, permits } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { conflict, notFound, portariumFault } from '../../faults.js';
import { actorOf, type Deps } from '../deps.js';
import { passkeyView } from '../to-view.js';
import { type RegistrationAnswer, verifiedRegistration, webauthn } from './passkey-answer.js';

const offerMs = 300_000;
const mostPasskeys = 20;

const passkeysOf = async (deps: Deps, caller: Caller): Promise<readonly Passkey[]> =>
  (await deps.store.read(caller.workspaceId, (tables) => tables.passkeys.find())).filter(
    (passkey) => passkey.principalId === caller.principalId,
  );

/** Administrators see those of everybody. */
export async function listPasskeys(deps: Deps, caller: Caller): Promise<readonly view.PasskeyView[]> {
  const all = await deps.store.read(caller.workspaceId, (tables) => tables.passkeys.find());
  const sees = permits(caller, 'workspace:admin');
  return all.filter(({ principalId }) => sees || principalId === caller.principalId).map(passkeyView);
}

export async function offerPasskey(deps: Deps, caller: Caller): Promise<view.PasskeyOfferView> {
  requirePerson(caller);
  const { generateRegistrationOptions } = await webauthn();
  const { name } = deps.site;
  const known = (await passkeysOf(deps, caller)).filter(({ revokedAt }) => revokedAt === undefined);
  if (known.length >= mostPasskeys) throw conflict(`${mostPasskeys} passkeys are enough; revoke one first.`);
  const options = await generateRegistrationOptions({
    rpName: 'Quadrivium',
    rpID: name,
    userName: `${caller.principalId} in ${caller.workspaceId}`,
    userID: createHash('sha256')
      .update(JSON.stringify([caller.workspaceId, caller.principalId]))
      .digest(),
    attestationType: 'none',
    supportedAlgorithmIDs: [...passkeyAlgorithms],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
  });
  await deps.transact(caller.workspaceId, async (tx) => {
    const { principalId } = caller;
    const offer: PasskeyOffer = {
      workspaceId: tx.workspaceId,
      principalId,
      challenge: options.challenge,
      expiresAt: tx.now + offerMs,
    };
    await tx.passkeyOffers.put(offer);
  });
  return { options: options as view.PasskeyOfferView['options'] };
}

function requirePerson(caller: Caller): void {
  if (caller.kind === 'user' && caller.unproven === undefined) return;
  throw portariumFault('Forbidden', 'Passkeys are for people: agents and services decide nothing.');
}

export async function registerPasskey(
  deps: Deps,
  caller: Caller,
  { label, answer }: { readonly label: string; readonly answer: RegistrationAnswer },
): Promise<view.PasskeyView> {
  requirePerson(caller);
  const offer = await deps.store.read(caller.workspaceId, (tables) => tables.passkeyOffers.get(caller.principalId));
  if (offer === undefined || offer.expiresAt <= deps.surroundings.now())
    throw conflict('There is no offer for this passkey any more.', {}, 'Begin again; an offer holds for five minutes.');
  const made = await verifiedRegistration(deps.site, offer.challenge, answer);
  return deps.transact(caller.workspaceId, async (tx) => {
    const current = await tx.passkeyOffers.get(caller.principalId);
    if (current?.challenge !== offer.challenge) throw conflict('This offer has been used.');
    await tx.passkeyOffers.remove(caller.principalId);
    await requireNew(tx, made.passkeyId);
    const passkey: Passkey = {
      ...made,
      workspaceId: tx.workspaceId,
      principalId: caller.principalId,
      label,
      registeredAt: tx.now,
    };
    await tx.passkeys.put(passkey);
    record(tx, caller, passkey, 'PasskeyRegistered');
    return passkeyView(passkey);
  });
}

/** Nobody proves here that they have the private key, and public ones are read by many: the first to register a passkey has it. */
async function requireNew(tx: Tx, passkeyId: string): Promise<void> {
  if ((await tx.passkeys.find()).every((known) => known.passkeyId !== passkeyId)) return;
  throw conflict('This passkey is or was registered here already.', { passkeyId }, 'Let the browser make a new one.');
}

export async function revokePasskey(deps: Deps, caller: Caller, passkeyId: string): Promise<view.PasskeyView> {
  return deps.transact(caller.workspaceId, async (tx) => {
    const own = await tx.passkeys.get(caller.principalId, passkeyId);
    const others = permits(caller, 'workspace:admin') ? await tx.passkeys.find() : [];
    const found = own ?? others.find((passkey) => passkey.passkeyId === passkeyId);
    if (found === undefined) throw notFound('passkey', passkeyId);
    const revoked = { ...found, revokedAt: found.revokedAt ?? tx.now };
    await tx.passkeys.put(revoked);
    record(tx, caller, revoked, 'PasskeyRevoked');
    return passkeyView(revoked);
  });
}

function record(tx: Tx, caller: Caller, passkey: Passkey, type: 'PasskeyRegistered' | 'PasskeyRevoked'): void {
  const { passkeyId, principalId, publicKey, algorithm, site } = passkey;
  tx.evidence({
    category: 'System',
    type,
    summary: type === 'PasskeyRegistered' ? 'Somebody registered a passkey.' : 'A passkey was revoked.',
    actor: actorOf(caller),
    links: { principalId: idOf<'principal'>(principalId) },
    detail: { passkeyId, publicKey, algorithm, site },
  });
}
