/** The way of one call from "it could be made" to a written intent: pins, policy, gate, limits, intent. */

import type { Scope } from '../domain/expression.js';
import type { ApprovalId } from '../domain/ids.js';
import { changedSinceLook, isSingleCall } from '../domain/run.js';
import type { Step } from '../domain/step.js';
import type { Action } from '../domain/workflow.js';
import { objectionTo } from '../policy/bound-agent.js';
import { evaluatePolicies, type Verdict } from '../policy/evaluate.js';
import { kindOf } from '../steps/index.js';
import { openWorkItem } from '../steps/open-work-item.js';
import { blockStep } from './block-step.js';
import type { RunBook } from './book.js';
import { coverageOf, supersede } from './coverage.js';
import { failStep } from './fail-step.js';
import { openGate, termsOf } from './gate.js';
import { retryLater } from './outcome.js';
import { type PrepareContext, type PreparedCall, prepareCall } from './prepare-call.js';
import { type Dispatch, dispatchCall } from './write-intent.js';

export async function enterCall(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  step: Step,
  scope: Scope,
): Promise<Dispatch | 'changed'> {
  const prepared = await prepareCall(context, action, step, scope);
  switch (prepared.is) {
    case 'unreachable':
      return retryLater(book, action, step, { kind: 'Unreachable', message: prepared.problem, retryable: true });
    case 'unknown-tool':
      failStep(book, step, { kind: 'UnknownTool', message: prepared.problem, retryable: false });
      return 'changed';
    case 'invalid':
      failStep(book, step, { kind: 'InvalidValue', message: prepared.problem, retryable: false });
      return 'changed';
    case 'drifted': {
      const { pinned, offered } = prepared;
      const { reviewedBy: _, ...unreviewed } = pinned;
      if (pinned.drift !== offered) await book.tx.tools.put({ ...unreviewed, drift: offered });
      const because = `the definition of ${pinned.server}/${pinned.tool} has changed; an administrator must review it`;
      if (book.run.callsOnly === 'if-reading') refuseChanged(book, step, because);
      else await blockStep(book, step, because);
      return 'changed';
    }
    case 'ready':
      return judge(book, context, action, step, prepared.call);
  }
}

async function judge(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  step: Step,
  call: PreparedCall,
): Promise<Dispatch | 'changed'> {
  const stopped = context.agent === undefined ? undefined : objectionTo(context.agent, call.request);
  if (stopped?.is === 'quarantined') {
    await blockStep(book, step, stopped.message);
    return 'changed';
  }
  const verdict: Verdict =
    stopped === undefined
      ? evaluatePolicies(context.settings.policies, call.facts)
      : { decision: 'Deny', reason: stopped.message };
  if (isMoreThanReading(book, call, verdict)) {
    refuseChanged(book, step, 'it is no longer one that only reads and that nobody has to allow');
    return 'changed';
  }
  switch (verdict.decision) {
    case 'Deny':
      await recordVerdict(book, context, step, call, verdict);
      failStep(book, step, { kind: 'PolicyDenied', message: verdict.reason, retryable: false }, 'PolicyDenied');
      return 'changed';
    case 'Manual':
      await recordVerdict(book, context, step, call, verdict);
      return byHand(book, step, call, verdict.reason);
    case 'RequireApproval': {
      const approved = await throughGate(book, context, step, call, verdict);
      if (approved === undefined || waitsForTurn(book, step)) return 'changed';
      return dispatchCall(book, context, action, step, call, approved);
    }
    case 'Allow':
      return allowed(book, context, action, step, call, verdict);
  }
}

/** What is refused by policy is refused as ever; everything else was let in only because it reads. */
function isMoreThanReading({ run }: RunBook, { effect }: PreparedCall, { decision }: Verdict): boolean {
  if (run.callsOnly !== 'if-reading' || decision === 'Deny') return false;
  return decision !== 'Allow' || effect !== 'readOnly';
}

/** Policy or tool have changed since somebody looked at the call; whoever proposed it looks again. */
function refuseChanged(book: RunBook, step: Step, because: string): void {
  const message = `The call was not made: ${because}.`;
  failStep(book, step, { kind: changedSinceLook, message, retryable: false });
}

/** The calls of a program are made when it comes to them. */
function waitsForTurn(book: RunBook, step: Step): boolean {
  if (book.run.callsOnly !== 'in-turn' || step.turnGiven === true) return false;
  book.move(step.stepId, { state: 'WaitingForTurn' }, { startedAt: step.startedAt ?? book.tx.now });
  return true;
}

/** Nothing asks for a gate here; but if an earlier one approved this step, it approved this call and no other. */
async function allowed(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  step: Step,
  call: PreparedCall,
  verdict: Verdict,
): Promise<Dispatch | 'changed'> {
  const coverage = await coverageOf(book, call, noTerms, context.settings.policyVersion);
  if (coverage.is !== 'outdated') {
    if (waitsForTurn(book, step)) return 'changed';
    await recordVerdict(book, context, step, call, verdict);
    return dispatchCall(book, context, action, step, call, coverage.is === 'covered' ? coverage.approval : undefined);
  }
  const { approval, why } = coverage;
  await supersede(book, approval, why);
  const { prompt, approvalId: supersedes } = approval;
  const terms = termsOf(approval);
  const reason = `What was approved is no longer what would be done: ${why}.`;
  const opened = await openGate(book, context, { step, first: call, prompt, reason, terms, supersedes });
  if (typeof opened === 'string') await blockStep(book, step, opened);
  return 'changed';
}

const noTerms = { required: 0, roles: [], agentApprovers: [], expiresInMs: 0, escalateTo: [] };

/** What policy said and what it saw: the record that a later policy can be tried on. */
async function recordVerdict(
  book: RunBook,
  { settings }: PrepareContext,
  step: Step,
  call: PreparedCall,
  verdict: Verdict,
): Promise<void> {
  // A step comes here again for every retry; its verdict is news only once.
  if (step.attempts.length > 0) return;
  const { tx, run } = book;
  const { decision, reason, rule } = verdict;
  const { workspaceId, runId } = run;
  const { stepId } = step;
  await tx.calls.put({ workspaceId, callId: tx.newId('call'), at: tx.now, runId, stepId, decision, facts: call.facts });
  book.evidence({
    category: decision === 'Deny' ? 'PolicyViolation' : 'Policy',
    type: 'PolicyEvaluated',
    summary: `Policy says ${decision}.`,
    links: { stepId },
    detail: {
      decision,
      reason,
      ...(rule === undefined ? {} : { rule }),
      policyVersion: settings.policyVersion,
      class: call.class,
      tool: call.request.tool,
    },
  });
  book.emit('policy.PolicyEvaluated', { stepId, decision, reason }, step.actionId);
}

async function throughGate(
  book: RunBook,
  context: PrepareContext,
  step: Step,
  call: PreparedCall,
  verdict: Extract<Verdict, { decision: 'RequireApproval' }>,
): Promise<{ readonly approvalId: ApprovalId } | undefined> {
  const coverage = await coverageOf(book, call, verdict.terms, context.settings.policyVersion);
  if (coverage.is === 'covered') return coverage.approval;
  if (coverage.is === 'outdated') await supersede(book, coverage.approval, coverage.why);
  else await recordVerdict(book, context, step, call, verdict);
  const opened = await openGate(book, context, {
    step,
    first: call,
    prompt: promptOf(book, call),
    reason: verdict.rule === undefined ? verdict.reason : `${verdict.reason} (${verdict.rule})`,
    terms: verdict.terms,
    ...(coverage.is === 'outdated' ? { supersedes: coverage.approval.approvalId } : {}),
  });
  if (typeof opened === 'string') await blockStep(book, step, opened);
  return undefined;
}

function promptOf({ run, actions }: RunBook, { request: { server, tool } }: PreparedCall): string {
  const calls = actions.filter((action) => kindOf(action).does === 'call').length;
  if (isSingleCall(run) && calls > 1) return `May the ${calls} calls of "${run.definition.name}" be made?`;
  return `May ${server}/${tool} be called with these arguments?`;
}

/** ManualOnly inside a workflow: a person does what the call would have done. */
async function byHand(book: RunBook, step: Step, call: PreparedCall, reason: string): Promise<'changed'> {
  const { server, tool } = call.request;
  const item = await openWorkItem(book.tx, book.run, step, {
    kind: 'manual-call',
    title: `Do by hand: ${server}/${tool}`,
    instructions: `${reason}\n${JSON.stringify(call.request.arguments, null, 2)}`,
  });
  const { workItemId } = item;
  book.move(step.stepId, { state: 'WaitingForManualCompletion', workItemId }, { startedAt: book.tx.now });
  return 'changed';
}
