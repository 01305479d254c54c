/** What an identity provider says about a person, and what the workspace knows of them. */
import { idOf } from '../../domain/ids.js';
import type { Principal } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import { portariumFault } from '../../faults.js';
import { actorOf, type Deps } from '../deps.js';
import { callerAs } from './api-keys.js';

/** A person as an identity provider describes them. */
export interface SignedInPerson {
  readonly principalId: string;
  /** What the provider never gives to anybody else (`sub`); names and addresses pass from one person to the next. */
  readonly subject: string;
  readonly displayName: string;
  readonly roles: readonly string[];
  readonly provider: string;
}

/** Names of callers without credentials, and of ourselves in the evidence. */
const reservedNames: ReadonlySet<string> = new Set(['local', 'anonymous', 'portarium', 'system']);

/** The provider says who they are and which roles they have; whether they are let in at all, the workspace says. */
export async function knownPerson(tx: Tx, person: SignedInPerson): Promise<Principal> {
  const { principalId, provider, subject, displayName, roles } = person;
  const before = await tx.principals.get(idOf(principalId));
  requireSame(before, person);
  const principal: Principal = {
    workspaceId: tx.workspaceId,
    principalId: idOf(principalId),
    kind: before?.kind ?? 'user',
    displayName,
    roles: [...new Set(roles)],
    active: true,
    ...(before?.onBehalfOf === undefined ? {} : { onBehalfOf: before.onBehalfOf }),
    provider,
    subject,
    createdAtIso: before?.createdAtIso ?? isoTime(tx.now),
  };
  await tx.principals.put(principal);
  return principal;
}

function requireSame(before: Principal | undefined, person: SignedInPerson): void {
  const { principalId, provider } = person;
  const suggestion =
    'Let the provider name people by another claim (principalClaim), or give the other one another name.';
  if (reservedNames.has(principalId.trim().toLowerCase()))
    throw portariumFault('Forbidden', `"${principalId}" is nobody's name here: it is reserved.`, { suggestion });
  if (before === undefined) return;
  if (!before.active) throw portariumFault('Forbidden', `"${principalId}" has been shut out of this workspace.`);
  if (before.provider !== provider)
    throw portariumFault('Forbidden', `"${principalId}" is known here already, and not from ${provider}.`, {
      suggestion,
    });
  if (!isSame(before, person))
    throw portariumFault('Forbidden', `"${principalId}" is known here already, as another account of ${provider}.`, {
      suggestion,
    });
}

/** Somebody who last signed in before subjects were kept is bound with the next sign-in. */
const isSame = (known: Principal, { provider, subject }: SignedInPerson): boolean =>
  known.provider === provider && (known.subject ?? subject) === subject;

/** Somebody known from this provider who has no role any more: neither their sessions nor their keys do anything then. */
export async function withdrawRoles(deps: Deps, workspaceId: string, person: SignedInPerson): Promise<void> {
  await deps.transact(workspaceId, async (tx) => {
    const known = await tx.principals.get(idOf(person.principalId));
    if (known === undefined || !isSame(known, person)) return;
    await tx.principals.put({ ...known, roles: [] });
    const open = await tx.sessions.find();
    for (const { sessionId, principalId } of open)
      if (principalId === known.principalId) await tx.sessions.remove(sessionId);
    const summary = 'Somebody has no role any more.';
    const detail = { provider: person.provider };
    tx.evidence({ category: 'System', type: 'RolesWithdrawn', summary, actor: actorOf(callerAs(known)), detail });
  });
  for (const tell of deps.accessChanged) tell();
}
