import type * as view from '../../answers/index.js';
import { type Approval, type ApprovalDetails, decidingRoles, type Override } from '../../domain/approval.js';
import type { PrincipalId } from '../../domain/ids.js';
import type { Plan } from '../../domain/plan.js';
import { type Caller, notPermitted, permits } from '../../domain/principal.js';
import type { Collections } from '../../domain/store-port.js';
import { defined } from '../../engine/book.js';
import { conflict, type Fault, portariumFault } from '../../faults.js';
import { type Deps, identified } from '../deps.js';
import { unseenIn } from './shown-calls.js';

/** Everything is read from the database; nothing in the request can widen who may decide. */
export async function objectionTo(
  tables: Collections,
  approval: Approval,
  who: Caller & { readonly person: PrincipalId },
  override: Override | undefined,
): Promise<Fault | undefined> {
  const { agentApprovers, decisions } = approval;
  const requiredRoles = decidingRoles(approval);
  if (who.kind !== 'user' && !agentApprovers.includes(who.principalId)) {
    return portariumFault('Forbidden', 'Only people decide approvals, unless policy names an agent.', {
      suggestion: 'Ask a person with the approver role.',
    });
  }
  if (requiredRoles.length > 0 && !requiredRoles.some((role) => who.roles.includes(role))) {
    return portariumFault('Forbidden', `This approval needs one of the roles ${requiredRoles.join(', ')}.`, {
      context: { requiredRoles },
    });
  }
  if (decisions.some(({ person }) => person === who.person)) {
    return conflict('You have already decided this approval; another person has to.', {
      approvalId: approval.approvalId,
    });
  }
  if (override !== undefined) return undefined;
  const run = await tables.runs.get(approval.runId);
  const involved = new Set([approval.requestedBy, approval.requestedFor, run?.initiatedBy, run?.initiatedFor]);
  if (!involved.has(who.person) && !involved.has(who.principalId)) return undefined;
  return portariumFault('SeparationOfDuties', 'Whoever asked for this, or acts for them, cannot approve it.', {
    context: { approvalId: approval.approvalId, code: 'SeparationOfDuties' },
    suggestion: 'Let another person decide; an administrator can issue a single override.',
  });
}

export async function usableOverride(
  tables: Collections,
  approval: Approval,
  caller: Caller,
  now: number,
): Promise<Override | undefined> {
  if (caller.kind === 'agent') return undefined;
  const found = await tables.overrides.find({ where: { approval_id: approval.approvalId } });
  return found.find((it) => it.principalId === caller.principalId && it.usedAt === undefined && it.expiresAt > now);
}

/** What a decision of this caller would be told, without making it: a page disables its buttons by this, with the reason. */
export async function yourDecision(
  deps: Deps,
  tables: Collections,
  approval: Approval,
  plan: Plan | undefined,
  caller: Caller,
): Promise<view.YourDecision> {
  const now = deps.surroundings.now();
  const override = await usableOverride(tables, approval, caller, now);
  const refused =
    closed(approval, now) ??
    noPermission(caller) ??
    (await objectionTo(tables, approval, await identified(tables, caller), override));
  if (refused !== undefined) return { possible: false, code: refused.kind, reason: refused.message };
  return defined({
    possible: true,
    overrideId: override?.overrideId,
    cannotApprove: unseenIn(deps, plan)?.message,
  }) as view.YourDecision;
}

export function closed(approval: ApprovalDetails, now: number): Fault | undefined {
  const { approvalId, status, decisions, closedBecause } = approval;
  if (status === 'Pending') {
    return approval.expiresAt > now ? undefined : conflict('The approval has expired.', { approvalId });
  }
  const last = decisions.at(-1);
  const by = last === undefined ? (closedBecause ?? '') : `${last.decision} by ${last.principalId}`;
  return conflict(`The approval is already ${status}${by === '' ? '' : ` (${by})`}.`, { approvalId, status, by });
}

/** Agents decide only where policy names them, which is looked up by approval. */
export function noPermission(caller: Caller): Fault | undefined {
  const passes = caller.kind === 'agent' || permits(caller, 'approval:decide');
  return passes ? undefined : notPermitted(caller, 'approval:decide');
}
