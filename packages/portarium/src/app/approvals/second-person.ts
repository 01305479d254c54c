/**
 * In production one person does not change what decides about calls. What has an author (a version of a workflow or a
 * policy) is activated by somebody else. What has none (taking a policy out of use, the exposure of tools, the environment)
 * is done when a second person asks for exactly the same; until then the wish is kept beside the idempotency keys, which
 * expire in the same way.
 */
import type { PrincipalId } from '../../domain/ids.js';
import { digestOf } from '../../domain/json.js';
import { personOf } from '../../domain/person.js';
import type { Caller } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { isProduction } from '../../domain/tier.js';
import { type Fault, portariumFault } from '../../faults.js';
import { actorOf, type Deps, identified } from '../deps.js';

export async function inProduction(tx: Tx): Promise<boolean> {
  const workspace = await tx.workspaces.get();
  return workspace !== undefined && isProduction(workspace.environment);
}

/** Whether somebody else than the caller, or than whoever the caller acts for, is the author. */
export async function isOtherPerson(tx: Tx, caller: Caller, author: PrincipalId): Promise<boolean> {
  return (await identified(tx, caller)).person !== (await personOf(tx, author));
}

export async function requireOtherPerson(tx: Tx, caller: Caller, author: PrincipalId, what: string): Promise<void> {
  if (!(await inProduction(tx)) || (await isOtherPerson(tx, caller, author))) return;
  throw needsAnother(`${what} was saved by you, and this is production.`, 'Let a second person activate it.');
}

/** Nothing when the change may be made now; otherwise the answer for the first of the two. */
export async function awaitSecond(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  change: { readonly what: string; readonly input: unknown },
): Promise<Fault | undefined> {
  if (!(await inProduction(tx))) return undefined;
  const { person } = await identified(tx, caller);
  const key = digestOf(['second person', change.what, change.input]);
  const known = await tx.idempotency.get(key);
  if (known !== undefined && known.expiresAt > tx.now && known.fingerprint !== person) {
    await tx.idempotency.remove(key);
    return undefined;
  }
  const expiresAt = tx.now + deps.idempotencyMs;
  await tx.idempotency.put({ workspaceId: tx.workspaceId, key, fingerprint: person, answer: change.what, expiresAt });
  tx.evidence({
    category: 'Policy',
    type: 'ChangeProposed',
    summary: 'A change in production waits for a second person.',
    actor: actorOf(caller),
    detail: { what: change.what, digest: key },
  });
  tx.emit({ type: 'policy.ChangeProposed', subject: 'policies', data: { what: change.what, by: caller.principalId } });
  return needsAnother(
    `Noted. ${change.what} in production takes two people.`,
    'A second person has to ask for exactly the same within a day.',
  );
}

function needsAnother(message: string, suggestion: string): Fault {
  return portariumFault('SeparationOfDuties', message, { context: { code: 'SecondPersonNeeded' }, suggestion });
}
