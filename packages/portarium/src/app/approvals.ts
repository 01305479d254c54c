import type { Approval, ApprovalDecision, Override } from '../domain/approval.js';
import { type Caller, requirePermission } from '../domain/principal.js';
import type { RunStatus } from '../domain/run.js';
import type { Collections, Tx } from '../domain/store-port.js';
import { RunBook } from '../engine/book.js';
import { conflict, type Fault, invalidInput, notFound, portariumFault } from '../faults.js';
import type { ControlPlane, DecideRequest } from './control-plane.js';
import { actorOf, type Deps, identified, once, pageLimit, pageOf } from './deps.js';
import { revisePlan } from './revise-plan.js';
import { approvalView, overrideView, planView } from './to-view.js';
import type * as view from './views.js';

type Approvals = Pick<
  ControlPlane,
  | 'listApprovals'
  | 'getApproval'
  | 'decideApproval'
  | 'requestChanges'
  | 'revisePlan'
  | 'issueOverride'
  | 'listOverrides'
  | 'reviewOverride'
  | 'getPlan'
>;

export function approvalCases(deps: Deps): Approvals {
  return {
    listApprovals: (caller, request) => listApprovals(deps, caller, request),
    getApproval: (caller, approvalId) => getApproval(deps, caller, approvalId),
    decideApproval: (caller, request) => decideApproval(deps, caller, request),
    requestChanges: (caller, { approvalId, feedback }) =>
      decideApproval(deps, caller, { approvalId, decision: 'RequestChanges', rationale: feedback }),
    revisePlan: (caller, request) => revisePlan(deps, caller, request),
    issueOverride: (caller, request) => issueOverride(deps, caller, request),
    listOverrides: (caller, request) => listOverrides(deps, caller, request?.unreviewed ?? false),
    reviewOverride: (caller, overrideId) => reviewOverride(deps, caller, overrideId),
    getPlan: (caller, planId) => getPlan(deps, caller, planId),
  };
}

async function listApprovals(
  deps: Deps,
  caller: Caller,
  request: view.PageRequest & { status?: string; runId?: string } = {},
): Promise<view.Page<view.ApprovalView>> {
  requirePermission(caller, 'approval:read');
  const limit = pageLimit(request.limit);
  const where = {
    ...(request.status === undefined ? {} : { status: request.status }),
    ...(request.runId === undefined ? {} : { run_id: request.runId }),
  };
  const after = request.cursor === undefined ? {} : { after: request.cursor };
  return deps.store.read(caller.workspaceId, async (tables) => {
    const found = await tables.approvals.find({ where, newest: true, limit: limit + 1, ...after });
    const plans = new Map<string, view.ApprovalView>();
    for (const approval of found) plans.set(approval.approvalId, await viewOf(tables, approval));
    const page = pageOf(
      found,
      limit,
      ({ approvalId }) => approvalId,
      ({ approvalId }) => plans.get(approvalId) as view.ApprovalView,
    );
    return deps.redact(page);
  });
}

export async function viewOf(tables: Collections, approval: Approval): Promise<view.ApprovalView> {
  return approvalView(approval, await tables.plans.get(approval.planId));
}

async function getApproval(deps: Deps, caller: Caller, approvalId: string): Promise<view.ApprovalView> {
  requirePermission(caller, 'approval:read');
  return deps.store.read(caller.workspaceId, async (tables) =>
    deps.redact(await viewOf(tables, await known(tables, approvalId))),
  );
}

async function known(tables: Collections, approvalId: string): Promise<Approval> {
  const approval = await tables.approvals.get(approvalId);
  if (approval === undefined) throw notFound('approval', approvalId);
  return approval;
}

/** A refusal that is itself worth recording: the transaction commits the evidence, then the caller hears no. */
type Refusable<T> = { readonly refused: Fault } | { readonly answer: T };

async function decideApproval(deps: Deps, caller: Caller, request: DecideRequest): Promise<view.DecidedApproval> {
  requireDecider(caller);
  checkRationale(request);
  const { idempotencyKey: key, ...input } = request;
  const result = await deps.store.transact(caller.workspaceId, (tx) =>
    once(deps, tx, caller, { name: 'decideApproval', key, input }, () => decide(deps, tx, caller, request)),
  );
  if ('refused' in result) throw result.refused;
  return { ...result.answer, replayed: result.replayed };
}

/** Agents decide only where policy names them; that is looked up below, so the door lets them through to be refused. */
function requireDecider(caller: Caller): void {
  if (caller.kind !== 'agent') requirePermission(caller, 'approval:decide');
}

function checkRationale({ decision, rationale }: DecideRequest): void {
  if (decision === 'Approved' || (rationale ?? '').trim() !== '') return;
  throw invalidInput(`${decision} needs a reason.`, { rationale: ['is required'] }, 'Say in a sentence why.');
}

type Decided = Omit<view.DecidedApproval, 'replayed'>;

async function decide(deps: Deps, tx: Tx, caller: Caller, request: DecideRequest): Promise<Refusable<Decided>> {
  const approval = await known(tx, request.approvalId);
  if (approval.status !== 'Pending') throw alreadyDecided(approval);
  const who = await identified(tx, caller);
  if (approval.expiresAt <= tx.now) throw conflict('The approval has expired.', { approvalId: approval.approvalId });
  const override = await usableOverride(tx, approval, caller);
  const objection = await objectionTo(tx, approval, who, override);
  if (objection !== undefined) return refuse(tx, approval, who, objection);
  const decision: ApprovalDecision = {
    principalId: caller.principalId,
    person: who.person,
    decision: request.decision,
    ...(request.rationale === undefined ? {} : { rationale: request.rationale }),
    at: tx.now,
    via: caller.via ?? 'embedded',
    ...(override === undefined ? {} : { overrideId: override.overrideId }),
  };
  if (override !== undefined) await useOverride(tx, approval, override, who);
  return { answer: await apply(deps, tx, approval, decision, who) };
}

function alreadyDecided(approval: Approval): Fault {
  const { approvalId, status, decisions, closedBecause } = approval;
  const last = decisions.at(-1);
  const by = last === undefined ? (closedBecause ?? '') : `${last.decision} by ${last.principalId}`;
  return conflict(`The approval is already ${status}${by === '' ? '' : ` (${by})`}.`, { approvalId, status, by });
}

/** Everything is read from the database; nothing in the request can widen who may decide. */
async function objectionTo(
  tx: Tx,
  approval: Approval,
  who: Caller & { readonly person: string },
  override: Override | undefined,
): Promise<Fault | undefined> {
  const { requiredRoles, agentApprovers, decisions } = approval;
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
  const run = await tx.runs.get(approval.runId);
  const involved = new Set([approval.requestedBy, approval.requestedFor, run?.initiatedBy, run?.initiatedFor]);
  if (!involved.has(who.person) && !involved.has(who.principalId)) return undefined;
  return portariumFault('SeparationOfDuties', 'Whoever asked for this, or acts for them, cannot approve it.', {
    context: { approvalId: approval.approvalId, code: 'SeparationOfDuties' },
    suggestion: 'Let another person decide; an administrator can issue a single override.',
  });
}

async function refuse(tx: Tx, approval: Approval, who: Caller, refused: Fault): Promise<Refusable<never>> {
  const { approvalId, runId } = approval;
  if (refused.kind === 'Conflict') throw refused;
  tx.evidence({
    category: 'PolicyViolation',
    type: 'DecisionRefused',
    summary: 'Somebody tried to decide who may not.',
    actor: actorOf(who),
    runId,
    links: { approvalId },
    detail: { kind: refused.kind, message: refused.message },
  });
  tx.emit({
    type: 'policy.DecisionRefused',
    subject: `approvals/${approvalId}`,
    runId,
    data: { approvalId, kind: refused.kind },
  });
  return { refused };
}

const eventNames = {
  Approved: 'ApprovalGranted',
  Denied: 'ApprovalDenied',
  RequestChanges: 'ApprovalChangesRequested',
} as const;

async function apply(
  deps: Deps,
  tx: Tx,
  before: Approval,
  decision: ApprovalDecision,
  who: Caller & { readonly person: string },
): Promise<Decided> {
  const decisions = [...before.decisions, decision];
  const approved = decisions.filter((it) => it.decision === 'Approved').length;
  const complete = decision.decision !== 'Approved' || approved >= before.requiredCount;
  const status = complete ? decision.decision : 'Pending';
  const approval: Approval = { ...before, decisions, status, ...(complete ? { decidedAt: tx.now } : {}) };
  await tx.approvals.put(approval);
  if (complete && status !== 'RequestChanges') await tx.timers.remove('approval-expiry', approval.approvalId);
  const book = await RunBook.open(tx, approval.runId);
  const { approvalId, planId, planDigest, stepId } = approval;
  book.evidence({
    category: 'Approval',
    type: 'ApprovalDecided',
    summary: `A decision was made: ${decision.decision}.`,
    actor: actorOf(who),
    links: { approvalId, planId },
    detail: {
      decision: decision.decision,
      rationale: decision.rationale,
      planDigest,
      status,
      overrideId: decision.overrideId,
    },
  });
  if (complete) book.emit(`approval.${eventNames[decision.decision]}`, { approvalId, by: who.principalId }, stepId);
  const runStatus = complete ? await tell(deps, tx, approval, decision, who) : book.run.status;
  return { ...deps.redact(await viewOf(tx, approval)), run: { runId: approval.runId, status: runStatus } };
}

async function tell(
  deps: Deps,
  tx: Tx,
  approval: Approval,
  decision: ApprovalDecision,
  who: Caller,
): Promise<RunStatus> {
  const { runId, stepId } = approval;
  if (approval.status === 'RequestChanges') return (await tx.runs.get(runId))?.status ?? 'WaitingForApproval';
  const kind = approval.status === 'Approved' ? 'approved' : 'denied';
  const message = `${who.principalId} denied the plan: ${decision.rationale ?? ''}`;
  return (await deps.engine.signal(tx, runId, { kind, stepId, message }, actorOf(who))).run.status;
}

// Overrides

const overrideMs = 15 * 60_000;

async function issueOverride(
  deps: Deps,
  caller: Caller,
  request: { approvalId: string; principalId?: string; reason: string; expiresInMs?: number },
): Promise<view.OverrideView> {
  requirePermission(caller, 'approval:override');
  if (request.reason.trim().length < 8)
    throw invalidInput('Say why, in 8 characters or more.', { reason: ['is too short'] });
  if (caller.kind === 'agent') throw portariumFault('Forbidden', 'Agents do not issue overrides.');
  return deps.store.transact(caller.workspaceId, async (tx) => {
    const approval = await known(tx, request.approvalId);
    if (approval.status !== 'Pending') throw alreadyDecided(approval);
    const override: Override = {
      workspaceId: tx.workspaceId,
      overrideId: tx.newId('ovr'),
      approvalId: approval.approvalId,
      principalId: request.principalId ?? caller.principalId,
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

async function usableOverride(tx: Tx, approval: Approval, caller: Caller): Promise<Override | undefined> {
  if (caller.kind === 'agent') return undefined;
  const found = await tx.overrides.find({ where: { approval_id: approval.approvalId } });
  return found.find((it) => it.principalId === caller.principalId && it.usedAt === undefined && it.expiresAt > tx.now);
}

async function useOverride(tx: Tx, approval: Approval, override: Override, who: Caller): Promise<void> {
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

async function listOverrides(deps: Deps, caller: Caller, unreviewed: boolean): Promise<readonly view.OverrideView[]> {
  requirePermission(caller, 'approval:read');
  const found = await deps.store.read(caller.workspaceId, (tables) => tables.overrides.find({ newest: true }));
  const wanted = unreviewed ? found.filter((it) => it.usedAt !== undefined && it.reviewedAt === undefined) : found;
  return wanted.map(overrideView);
}

async function reviewOverride(deps: Deps, caller: Caller, overrideId: string): Promise<view.OverrideView> {
  requirePermission(caller, 'approval:decide');
  return deps.store.transact(caller.workspaceId, async (tx) => {
    const override = await tx.overrides.get(overrideId);
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

async function getPlan(deps: Deps, caller: Caller, planId: string): Promise<view.PlanView> {
  requirePermission(caller, 'approval:read');
  const plan = await deps.store.read(caller.workspaceId, (tables) => tables.plans.get(planId));
  if (plan === undefined) throw notFound('plan', planId);
  return deps.redact(planView(plan));
}
