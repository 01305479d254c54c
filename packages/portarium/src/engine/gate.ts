/**
 * Approvals from the engine's side: which calls a plan lists, which approval covers a call, and when an approval no longer
 * counts. Deciding is in `app/`; consuming happens in the transaction that writes the first intent.
 */

import type { Approval, GateTerms } from '../domain/approval.js';
import { evaluate, parseExpression, truthy } from '../domain/expression.js';
import type { ApprovalId, PrincipalId } from '../domain/ids.js';
import { type Plan, type PlannedCall, planDigest } from '../domain/plan.js';
import { isPassed, type Step, stepIdOf } from '../domain/step.js';
import type { Tx } from '../domain/store-port.js';
import type { Action } from '../domain/workflow.js';
import { approvalBudgets } from '../policy/limits.js';
import { kindOf } from '../steps/index.js';
import type { RunBook } from './book.js';
import { readsOf, scopeOf } from './graph.js';
import { type PrepareContext, type PreparedCall, prepareCall } from './prepare-call.js';

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
  const calls = await plannedCalls(book, context, request);
  const plan = await writePlan(book, context, calls);
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
    expiresAt: tx.now + terms.expiresInMs,
    escalateTo: terms.escalateTo,
    ...(terms.dueInMs === undefined ? {} : { dueAt: tx.now + terms.dueInMs }),
    ...(supersedes === undefined ? {} : { supersedes }),
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
  const { escalateTo = [], dueAt } = approval;
  const due = dueAt === undefined ? {} : { dueInMs: dueAt - requestedAt };
  return { required, roles, agentApprovers, expiresInMs: expiresAt - requestedAt, escalateTo, ...due };
}

function recordRequest(book: RunBook, approval: Approval, plan: Plan): void {
  const { approvalId, planId, planDigest: digest, policyVersion, requiredCount, requiredRoles, reason } = approval;
  book.evidence({
    category: 'Approval',
    type: 'ApprovalRequested',
    summary: 'A plan waits for approval.',
    links: { approvalId, planId },
    detail: { digest, policyVersion, requiredCount, requiredRoles, reason, calls: plan.calls.length },
  });
  book.emit('approval.ApprovalRequested', { approvalId, planId, planDigest: digest, reason }, approval.stepId);
}

async function overBudget(book: RunBook, { settings }: PrepareContext): Promise<string | undefined> {
  const budgets = approvalBudgets(settings.policies, book.run.runId);
  for (const { counter, limit, label } of budgets) {
    if ((await book.tx.count(counter)) >= limit) return `${label} is used up`;
  }
  for (const counter of new Set(budgets.map((usage) => usage.counter))) await book.tx.raise(counter);
  return undefined;
}

async function writePlan(book: RunBook, { settings }: PrepareContext, calls: readonly PlannedCall[]): Promise<Plan> {
  const { tx, run } = book;
  const { runId, workflowId, workflowVersion, workspaceId } = run;
  const { policyVersion } = settings;
  const digest = planDigest({ runId, workflowId, workflowVersion, policyVersion, calls });
  const plan = {
    workspaceId,
    planId: tx.newId('plan'),
    runId,
    digest,
    policyVersion,
    calls,
    createdBy: run.initiatedBy,
    createdAt: tx.now,
  };
  await tx.plans.put(plan);
  book.evidence({
    category: 'Plan',
    type: 'PlanGenerated',
    summary: 'A plan was made.',
    links: { planId: plan.planId },
    detail: {
      digest,
      policyVersion,
      calls: calls.map(({ stepId, tool, digest: call }) => ({ stepId, tool, digest: call })),
    },
  });
  book.emit('plan.PlanGenerated', { planId: plan.planId, digest });
  return plan;
}

/**
 * The call that met the gate and those that follow it, up to the next gate, as far as their arguments are known now.
 * What depends on an output that does not exist yet cannot be approved yet; it gets a gate of its own.
 */
async function plannedCalls(
  book: RunBook,
  context: PrepareContext,
  { first, step }: GateRequest,
): Promise<PlannedCall[]> {
  const calls = first === undefined ? [] : [first.planned];
  if (step.item !== undefined) return [...calls, ...(await siblingCalls(book, context, step))];
  const from = book.actions.findIndex(({ actionId }) => actionId === step.actionId);
  const settled = new Set<string>(book.steps.filter(({ state }) => isPassed(state)).map(({ stepId }) => stepId));
  for (const action of book.actions.slice(from + 1)) {
    if (kindOf(action).does === 'gate') break;
    if (kindOf(action).does !== 'call') continue;
    const known = readsOf(action).every((stepId) => settled.has(stepId));
    if (!known || book.find(action.actionId)?.state !== 'Pending') continue;
    calls.push(...(await callsOf(book, context, action)));
  }
  return calls;
}

async function siblingCalls(book: RunBook, context: PrepareContext, step: Step): Promise<PlannedCall[]> {
  const calls: PlannedCall[] = [];
  const action = book.action(step.actionId);
  for (const member of book.members(step.actionId)) {
    if (member.stepId === step.stepId || member.state !== 'Pending') continue;
    const prepared = await prepareCall(context, action, member, scopeOf(book.run, book.steps, member.item));
    if (prepared.is === 'ready' && prepared.call.effect !== 'readOnly') calls.push(prepared.call.planned);
  }
  return calls;
}

async function callsOf(book: RunBook, context: PrepareContext, action: Action): Promise<PlannedCall[]> {
  const scope = scopeOf(book.run, book.steps);
  if (action.when !== undefined && !truthy(evaluate(parseExpression(action.when), scope))) return [];
  const found: PlannedCall[] = [];
  for (const { step, item } of places(book, action, scope)) {
    const prepared = await prepareCall(context, action, step, item === undefined ? scope : { ...scope, ...item });
    if (prepared.is === 'ready' && prepared.call.effect !== 'readOnly') found.push(prepared.call.planned);
  }
  return found;
}

function places(book: RunBook, action: Action, scope: Readonly<Record<string, unknown>>) {
  const { actionId } = action;
  if (action.forEach === undefined) return [{ step: book.step(actionId), item: undefined }];
  const list = evaluate(parseExpression(action.forEach), scope);
  if (!Array.isArray(list)) return [];
  return list.map((value: unknown, index) => ({
    step: { stepId: stepIdOf(actionId, index), actionId },
    item: { item: value, index },
  }));
}

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
    const why = reasonAgainst(approval, planned, call, terms, policyVersion);
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
