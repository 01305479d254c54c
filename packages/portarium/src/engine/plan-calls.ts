import { evaluate, parseExpression, truthy } from '../domain/expression.js';
import { type Plan, type PlannedCall, planDigest } from '../domain/plan.js';
import { isPassed, type Step, stepIdOf } from '../domain/step.js';
import type { Action } from '../domain/workflow.js';
import { kindOf } from '../steps/index.js';
import type { RunBook } from './book.js';
import { readsOf, scopeOf } from './graph.js';
import { allMembers } from './members.js';
import { type PrepareContext, type PreparedCall, prepareCall } from './prepare-call.js';

/** Where a plan begins: at this step, and with its call when it has one. */
export interface PlanStart {
  readonly step: Step;
  readonly first?: PreparedCall;
}

/** Writes down the exact calls that an approval would be about. */
export async function makePlan(book: RunBook, context: PrepareContext, start: PlanStart): Promise<Plan> {
  const calls = await plannedCalls(book, context, start);
  const { tx, run } = book;
  const { runId, workflowId, workflowVersion, workspaceId } = run;
  const { policyVersion } = context.settings;
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
  { first, step }: PlanStart,
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
  await allMembers(book, book.step(step.actionId));
  for (const member of book.members(step.actionId)) {
    if (member.stepId === step.stepId || member.state !== 'Pending') continue;
    calls.push(...(await changing(context, action, member, scopeOf(book.run, book.steps, member.item))));
  }
  return calls;
}

async function callsOf(book: RunBook, context: PrepareContext, action: Action): Promise<PlannedCall[]> {
  const scope = scopeOf(book.run, book.steps);
  if (action.when !== undefined && !truthy(evaluate(parseExpression(action.when), scope))) return [];
  const found: PlannedCall[] = [];
  for (const { step, item } of places(book, action, scope)) {
    found.push(...(await changing(context, action, step, { ...scope, ...item })));
  }
  return found;
}

/** The call as far as anybody has to agree to it: what only reads is not part of a plan. */
async function changing(...[context, action, step, scope]: Parameters<typeof prepareCall>): Promise<PlannedCall[]> {
  const prepared = await prepareCall(context, action, step, scope);
  return prepared.is === 'ready' && prepared.call.effect !== 'readOnly' ? [prepared.call.planned] : [];
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
