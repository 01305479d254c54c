/** Which approval covers a call, and when one no longer counts. */
import type { Approval, GateTerms } from '../domain/approval.js';
import type { Plan, PlannedCall } from '../domain/plan.js';
import type { RunBook } from './book.js';
import type { PreparedCall } from './prepare-call.js';

export type Coverage =
  | { readonly is: 'covered'; readonly approval: Approval; readonly plan: Plan }
  | { readonly is: 'outdated'; readonly approval: Approval; readonly why: string }
  | { readonly is: 'none' };

/** The approval under which this very call may be made. An approval for anything else does not count. */
export async function coverageOf(
  book: RunBook,
  call: PreparedCall,
  terms: GateTerms,
  policyVersion: string,
): Promise<Coverage> {
  const { tx, run } = book;
  const given = await tx.approvals.find({ where: { run_id: run.runId, status: { in: ['Approved', 'Executing'] } } });
  let outdated: Coverage = { is: 'none' };
  for (const approval of given) {
    const plan = await tx.plans.get(approval.planId);
    const planned = plan?.calls.find(({ stepId }) => stepId === call.planned.stepId);
    if (plan === undefined || planned === undefined) continue;
    const why =
      approval.expiresAt <= tx.now ? 'it has expired' : reasonAgainst(approval, planned, call, terms, policyVersion);
    if (why === undefined) return { is: 'covered', approval, plan };
    outdated = { is: 'outdated', approval, why };
  }
  return outdated;
}

function reasonAgainst(
  approval: Approval,
  planned: PlannedCall,
  call: PreparedCall,
  terms: GateTerms,
  policyVersion: string,
): string | undefined {
  if (approval.policyVersion !== policyVersion) return 'the policy has changed';
  if (planned.schemaHash !== call.planned.schemaHash) return 'the definition of the tool has changed';
  if (planned.digest !== call.planned.digest) return 'the arguments have changed';
  if (approval.requiredCount < terms.required) return `${terms.required} approvals are needed`;
  if (terms.passkey === true && approval.passkey !== true) return 'a passkey has to sign';
  const { requiredRoles } = approval;
  const circle =
    terms.roles.length === 0 || (requiredRoles.length > 0 && requiredRoles.every((role) => terms.roles.includes(role)));
  return circle ? undefined : 'another role has to approve';
}

/** An approval whose plan is no longer what would happen. The run asks again. */
export async function supersede(book: RunBook, approval: Approval, why: string): Promise<void> {
  await book.tx.approvals.put({ ...approval, status: 'Expired', closedBecause: `superseded: ${why}` });
  book.evidence({
    category: 'Approval',
    type: 'ApprovalSuperseded',
    summary: 'An approval no longer fits what would be done.',
    links: { approvalId: approval.approvalId, planId: approval.planId },
    detail: { why },
  });
  book.emit(
    'approval.ApprovalExpired',
    { approvalId: approval.approvalId, reason: `superseded: ${why}` },
    approval.stepId,
  );
}
