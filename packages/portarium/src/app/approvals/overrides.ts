/** Setting separation of duties aside for one decision: issued by an administrator, used once, looked at afterwards. */

import type * as view from '../../answers/index.js';
import type { Approval, Override } from '../../domain/approval.js';
import { idOf } from '../../domain/ids.js';
import type { Caller } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { invalidInput, notFound, portariumFault } from '../../faults.js';
import { actorOf, type Deps, identified } from '../deps.js';
import { overrideView } from '../to-view.js';
import { closed } from './may-decide.js';

const overrideMs = 15 * 60_000;

export async function issueOverride(
  deps: Deps,
  caller: Caller,
  request: { approvalId: string; principalId?: string; reason: string; expiresInMs?: number },
): Promise<view.OverrideView> {
  if (request.reason.trim().length < 8)
    throw invalidInput('Say why, in 8 characters or more.', { reason: ['is too short'] });
  if (caller.kind === 'agent') throw portariumFault('Forbidden', 'Agents do not issue overrides.');
  return deps.transact(caller.workspaceId, async (tx) => {
    const approval = await tx.approvals.get(idOf(request.approvalId));
    if (approval === undefined) throw notFound('approval', request.approvalId);
    const over = closed(approval, tx.now);
    if (over !== undefined) throw over;
    const override: Override = {
      workspaceId: tx.workspaceId,
      overrideId: tx.newId('ovr'),
      approvalId: approval.approvalId,
      principalId: idOf(request.principalId ?? caller.principalId),
      reason: request.reason,
      issuedBy: caller.principalId,
      issuedAt: tx.now,
      expiresAt: tx.now + Math.min(request.expiresInMs ?? overrideMs, 24 * 3_600_000),
    };
    await tx.overrides.put(override);
    recordOverride(tx, approval, override, caller, 'OverrideIssued');
    return overrideView(override);
  });
}

export async function useOverride(tx: Tx, approval: Approval, override: Override, who: Caller): Promise<void> {
  await tx.overrides.put({ ...override, usedAt: tx.now });
  recordOverride(tx, approval, override, who, 'OverrideUsed');
}

function recordOverride(tx: Tx, { approvalId, runId }: Approval, override: Override, who: Caller, type: string): void {
  const { overrideId, reason, principalId, expiresAt } = override;
  tx.evidence({
    category: 'PolicyViolation',
    type,
    summary: 'Separation of duties was set aside for one approval.',
    actor: actorOf(who),
    runId,
    links: { approvalId, overrideId },
    detail: { reason, principalId, expiresAt },
  });
  tx.emit({ type: `approval.${type}`, subject: `approvals/${approvalId}`, runId, data: { approvalId, overrideId } });
}

export async function listOverrides(
  deps: Deps,
  caller: Caller,
  { unreviewed = false }: { unreviewed?: boolean } = {},
): Promise<readonly view.OverrideView[]> {
  const found = await deps.store.read(caller.workspaceId, (tables) => tables.overrides.find({ newest: true }));
  const wanted = unreviewed ? found.filter((it) => it.usedAt !== undefined && it.reviewedAt === undefined) : found;
  return wanted.map(overrideView);
}

export async function reviewOverride(deps: Deps, caller: Caller, overrideId: string): Promise<view.OverrideView> {
  return deps.transact(caller.workspaceId, async (tx) => {
    const override = await tx.overrides.get(idOf(overrideId));
    if (override === undefined) throw notFound('override', overrideId);
    const who = await identified(tx, caller);
    if (
      who.person === override.principalId &&
      override.issuedBy === override.principalId &&
      (await othersExist(tx, who.person))
    ) {
      throw portariumFault('SeparationOfDuties', 'Somebody else has to review an override.');
    }
    const reviewed = { ...override, reviewedBy: caller.principalId, reviewedAt: tx.now };
    await tx.overrides.put(reviewed);
    tx.evidence({
      category: 'Approval',
      type: 'OverrideReviewed',
      summary: 'An override was reviewed.',
      actor: actorOf(who),
      links: { overrideId },
    });
    return overrideView(reviewed);
  });
}

/** With a single person in the workspace nobody else can review; then their own word has to do. */
async function othersExist(tx: Tx, person: string): Promise<boolean> {
  const people = await tx.principals.find();
  return people.some(({ principalId, kind, active }) => kind === 'user' && active && principalId !== person);
}
