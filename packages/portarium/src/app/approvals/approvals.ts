import type * as view from '../../answers/index.js';
import type { Approval, ApprovalDecision, Decision } from '../../domain/approval.js';
import { idOf, type PrincipalId } from '../../domain/ids.js';
import type { Plan } from '../../domain/plan.js';
import { type Caller, permits } from '../../domain/principal.js';
import type { RunStatus } from '../../domain/run.js';
import type { Collections, Tx } from '../../domain/store-port.js';
import { RunBook } from '../../engine/book.js';
import { clearTimers } from '../../engine/gate.js';
import { type Fault, invalidInput, notFound } from '../../faults.js';
import { actorOf, type Deps, identified, type Keyed, once, pageLimit, pageOf } from '../deps.js';
import type { Refusable } from '../refusable.js';
import { isOwnRun, ownRunsOf } from '../runs/own-runs.js';
import { approvalView, planView } from '../to-view.js';
import { closed, noPermission, objectionTo, usableOverride, yourDecision } from './may-decide.js';
import { useOverride } from './overrides.js';
import { seesRaw, shownCalls, unseenIn } from './shown-calls.js';
import { type PasskeyAnswer, type SignedDecision, signatureOf, unsigned, usePasskey } from './sign-decision.js';

export interface DecideRequest extends Keyed {
  readonly approvalId: string;
  readonly decision: Decision;
  /** Required for Denied and RequestChanges. */
  readonly rationale?: string;
  /** What the approver's authenticator signed. */
  readonly passkey?: PasskeyAnswer;
}

export async function listApprovals(
  deps: Deps,
  caller: Caller,
  request: view.PageRequest & { status?: string; runId?: string } = {},
): Promise<view.Page<view.ApprovalView>> {
  const limit = pageLimit(request.limit);
  const where = {
    ...(request.status === undefined ? {} : { status: request.status }),
    ...(request.runId === undefined ? {} : { run_id: request.runId }),
  };
  const after = request.cursor === undefined ? {} : { after: request.cursor };
  return deps.store.read(caller.workspaceId, async (tables) => {
    const found = await tables.approvals.find({ where, newest: true, limit: limit + 1, ...after });
    const { items, ...next } = pageOf(
      found,
      limit,
      ({ approvalId }) => approvalId,
      (approval) => approval,
    );
    const shown: view.ApprovalView[] = [];
    for (const approval of items)
      if (await isVisible(tables, caller, approval)) shown.push(await viewFor(deps, tables, approval, caller));
    return { items: shown, ...next };
  });
}

/** The approval as this caller sees it: with the calls it would allow, and whether the caller could decide. */
export async function viewFor(
  deps: Deps,
  tables: Collections,
  approval: Approval,
  caller: Caller,
): Promise<view.ApprovalView> {
  const plan = await tables.plans.get(approval.planId);
  const yours = await yourDecision(deps, tables, approval, plan, caller);
  return Object.assign(cardOf(deps, approval, plan, caller), { yourDecision: yours });
}

export function cardOf(deps: Deps, approval: Approval, plan: Plan | undefined, caller: Caller): view.ApprovalView {
  const { plan: _, ...facts } = approvalView(approval, plan);
  const calls = shownCalls(deps, plan?.calls ?? [], seesRaw(caller, approval));
  return Object.assign(deps.redact(facts), { plan: calls });
}

export async function getApproval(deps: Deps, caller: Caller, approvalId: string): Promise<view.ApprovalView> {
  return deps.store.read(caller.workspaceId, async (tables) =>
    viewFor(deps, tables, await known(tables, caller, approvalId), caller),
  );
}

async function present(tables: Collections, approvalId: string): Promise<Approval> {
  const approval = await tables.approvals.get(idOf(approvalId));
  if (approval === undefined) throw notFound('approval', approvalId);
  return approval;
}

async function known(tables: Collections, caller: Caller, approvalId: string): Promise<Approval> {
  const approval = await present(tables, approvalId);
  if (await isVisible(tables, caller, approval)) return approval;
  throw notFound('approval', approvalId);
}

/** Agents see approvals of runs that are theirs, and those that policy lets them decide. */
async function isVisible(
  tables: Collections,
  caller: Caller,
  { runId, agentApprovers }: Pick<Approval, 'runId' | 'agentApprovers'>,
): Promise<boolean> {
  return agentApprovers.includes(caller.principalId) || (await isOwnRun(tables, caller, runId));
}

/** Those of many that the caller sees. */
export async function visibleOf(
  tables: Collections,
  caller: Caller,
  approvals: readonly Approval[],
): Promise<Approval[]> {
  const own = await ownRunsOf(
    tables,
    caller,
    approvals.map(({ runId }) => runId),
  );
  return approvals.filter(({ runId, agentApprovers }) => agentApprovers.includes(caller.principalId) || own.has(runId));
}

export async function decideApproval(
  deps: Deps,
  caller: Caller,
  request: DecideRequest,
): Promise<view.DecidedApproval> {
  const refused = noPermission(caller);
  if (refused !== undefined) throw refused;
  checkRationale(request);
  const { idempotencyKey: key, ...input } = request;
  // A decision that nobody signed is taken in the turn in which it came.
  const signed = request.passkey === undefined ? undefined : await signatureOf(deps, caller, request);
  const result = await deps.transact(caller.workspaceId, (tx) =>
    once(deps, tx, caller, { name: 'decideApproval', key, input }, () => decide(deps, tx, caller, request, signed)),
  );
  if ('refused' in result) throw result.refused;
  return { ...result.answer, replayed: result.replayed };
}

function checkRationale({ decision, rationale }: DecideRequest): void {
  if (decision === 'Approved' || (rationale ?? '').trim() !== '') return;
  throw invalidInput(`${decision} needs a reason.`, { rationale: ['is required'] }, 'Say in a sentence why.');
}

type Decided = Omit<view.DecidedApproval, 'replayed'>;

async function decide(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  request: DecideRequest,
  signed: SignedDecision | undefined,
): Promise<Refusable<Decided>> {
  const approval = await present(tx, request.approvalId);
  const over = closed(approval, tx.now);
  if (over !== undefined) return { refused: over };
  const who = await identified(tx, caller);
  const override = await usableOverride(tx, approval, caller, tx.now);
  const objection =
    (await objectionTo(tx, approval, who, override)) ??
    unsigned(approval, request.decision, signed) ??
    (request.decision === 'Approved' ? unseenIn(deps, await tx.plans.get(approval.planId)) : undefined);
  if (objection !== undefined) return refuse(tx, approval, who, objection);
  const decision: ApprovalDecision = {
    principalId: caller.principalId,
    person: who.person,
    decision: request.decision,
    ...(request.rationale === undefined ? {} : { rationale: request.rationale }),
    at: tx.now,
    via: caller.via ?? 'embedded',
    ...(override === undefined ? {} : { overrideId: override.overrideId }),
    ...(signed === undefined ? {} : { passkeyId: signed.signature.passkeyId }),
  };
  if (signed !== undefined) await usePasskey(tx, caller, signed);
  if (override !== undefined) await useOverride(tx, approval, override, who);
  return { answer: await apply(deps, tx, approval, decision, who, signed) };
}

async function refuse(tx: Tx, approval: Approval, who: Caller, refused: Fault): Promise<Refusable<never>> {
  const { approvalId, runId } = approval;
  if (refused.kind === 'Conflict') return { refused };
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
  who: Caller & { readonly person: PrincipalId },
  signed: SignedDecision | undefined,
): Promise<Decided> {
  const decisions = [...before.decisions, decision] as const;
  const approved = decisions.filter((it) => it.decision === 'Approved').length;
  const complete = decision.decision !== 'Approved' || approved >= before.requiredCount;
  const approval: Approval = complete
    ? { ...before, decisions, status: decision.decision, decidedAt: tx.now }
    : { ...before, decisions, status: 'Pending' };
  const { status } = approval;
  await tx.approvals.put(approval);
  if (complete && status !== 'RequestChanges') await clearTimers(tx, approval.approvalId);
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
      passkey: signed?.signature,
    },
  });
  if (complete) book.emit(`approval.${eventNames[decision.decision]}`, { approvalId, by: who.principalId }, stepId);
  const runStatus = complete ? await tell(deps, tx, approval, decision, who) : book.run.status;
  return { ...(await viewFor(deps, tx, approval, who)), run: { runId: approval.runId, status: runStatus } };
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

export async function getPlan(deps: Deps, caller: Caller, planId: string): Promise<view.PlanView> {
  const plan = await deps.store.read(caller.workspaceId, async (tables) => {
    const found = await tables.plans.get(idOf(planId));
    return found !== undefined && (await isOwnRun(tables, caller, found.runId)) ? found : undefined;
  });
  if (plan === undefined) throw notFound('plan', planId);
  const { calls: _, ...facts } = planView(plan);
  return { ...deps.redact(facts), calls: shownCalls(deps, plan.calls, permits(caller, 'approval:decide')) };
}
