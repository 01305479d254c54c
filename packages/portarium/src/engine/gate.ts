/**
 * Approvals from the engine's side: asking for one. `plan-calls.ts` says which calls it is about, `coverage.ts` which
 * approval covers a call. Deciding is in `app/`; consuming happens in the transaction that writes the first intent.
 */

import type { Approval, GateTerms } from '../domain/approval.js';
import type { ApprovalId, PrincipalId } from '../domain/ids.js';
import type { Plan } from '../domain/plan.js';
import type { Step } from '../domain/step.js';
import type { Tx } from '../domain/store-port.js';
import { timeAfter } from '../domain/surroundings.js';
import { approvalBudgets } from '../policy/limits.js';
import type { RunBook } from './book.js';
import { makePlan } from './plan-calls.js';
import type { PrepareContext, PreparedCall } from './prepare-call.js';
import { lineOf, rootOf } from './prepare-context.js';

export interface GateRequest {
  readonly step: Step;
  /** The call that met the gate; an explicit gate has none of its own. */
  readonly first?: PreparedCall;
  readonly prompt: string;
  readonly reason: string;
  readonly terms: GateTerms;
  readonly supersedes?: ApprovalId;
  readonly requestedBy?: { readonly principalId: PrincipalId; readonly person: PrincipalId };
}

/** Opens an approval for the exact calls that would follow, in the transaction that makes the run wait for it. */
export async function openGate(
  book: RunBook,
  context: PrepareContext,
  request: GateRequest,
): Promise<Approval | string> {
  const spent = await overBudget(book, context);
  if (spent !== undefined) return spent;
  const plan = await makePlan(book, context, request);
  const { tx, run } = book;
  const { step, prompt, reason, terms, supersedes, requestedBy } = request;
  const approval: Approval = {
    workspaceId: run.workspaceId,
    approvalId: tx.newId('apr'),
    runId: run.runId,
    stepId: step.stepId,
    planId: plan.planId,
    planDigest: plan.digest,
    policyVersion: plan.policyVersion,
    prompt,
    reason,
    requestedBy: requestedBy?.principalId ?? run.initiatedBy,
    requestedFor: requestedBy?.person ?? run.initiatedFor,
    requiredCount: terms.required,
    requiredRoles: terms.roles,
    agentApprovers: terms.agentApprovers,
    status: 'Pending',
    decisions: [],
    requestedAt: tx.now,
    expiresAt: timeAfter(tx.now, terms.expiresInMs),
    escalateTo: terms.escalateTo,
    ...(terms.dueInMs === undefined ? {} : { dueAt: timeAfter(tx.now, terms.dueInMs) }),
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(terms.passkey ? { passkey: true } : {}),
  };
  await tx.approvals.put(approval);
  await setTimers(tx, approval);
  const { approvalId } = approval;
  book.move(step.stepId, { state: 'WaitingForApproval', approvalId }, { startedAt: step.startedAt ?? tx.now });
  recordRequest(book, approval, plan);
  return approval;
}

async function setTimers(tx: Tx, { workspaceId, approvalId: target, expiresAt, dueAt }: Approval): Promise<void> {
  await tx.timers.put({ workspaceId, kind: 'approval-expiry', target, fireAt: expiresAt });
  if (dueAt !== undefined) await tx.timers.put({ workspaceId, kind: 'approval-due', target, fireAt: dueAt });
}

/** What is decided or closed is no longer due. */
export async function clearTimers(tx: Tx, approvalId: ApprovalId): Promise<void> {
  await tx.timers.remove('approval-expiry', approvalId);
  await tx.timers.remove('approval-due', approvalId);
}

/** The terms of an approval that takes the place of this one. */
export function termsOf(approval: Approval): GateTerms {
  const { requiredCount: required, requiredRoles: roles, agentApprovers, requestedAt, expiresAt } = approval;
  const { escalateTo = [], dueAt, passkey = false } = approval;
  const due = dueAt === undefined ? {} : { dueInMs: dueAt - requestedAt };
  return { required, roles, agentApprovers, expiresInMs: expiresAt - requestedAt, escalateTo, passkey, ...due };
}

function recordRequest(book: RunBook, approval: Approval, plan: Plan): void {
  const { approvalId, planId, planDigest: digest, policyVersion, requiredCount, requiredRoles, reason } = approval;
  const { passkey } = approval;
  book.evidence({
    category: 'Approval',
    type: 'ApprovalRequested',
    summary: 'A plan waits for approval.',
    links: { approvalId, planId },
    detail: { digest, policyVersion, requiredCount, requiredRoles, reason, passkey, calls: plan.calls.length },
  });
  book.emit('approval.ApprovalRequested', { approvalId, planId, planDigest: digest, reason }, approval.stepId);
}

async function overBudget(book: RunBook, { settings }: PrepareContext): Promise<string | undefined> {
  const budgets = approvalBudgets(settings.policies, rootOf(await lineOf(book.tx, book.run)).runId);
  for (const { counter, limit, label } of budgets) {
    if ((await book.tx.count(counter)) >= limit) return `${label} is used up`;
  }
  for (const counter of new Set(budgets.map((usage) => usage.counter))) await book.tx.raise(counter);
  return undefined;
}
