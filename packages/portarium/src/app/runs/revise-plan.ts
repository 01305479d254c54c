import type * as view from '../../answers/index.js';
import { idOf, type PlanId } from '../../domain/ids.js';
import { InvalidValue } from '../../domain/invalid-value.js';
import type { PlannedCall } from '../../domain/plan.js';
import type { Caller } from '../../domain/principal.js';
import { RunBook } from '../../engine/book.js';
import { clearTimers, openGate, termsOf } from '../../engine/gate.js';
import { scopeOf } from '../../engine/graph.js';
import { allMembers } from '../../engine/members.js';
import { prepareCall } from '../../engine/prepare-call.js';
import { prepareContext } from '../../engine/prepare-context.js';
import { conflict, invalidInput, notFound, portariumFault } from '../../faults.js';
import { callKindOf, kindOf, serversOf } from '../../steps/index.js';
import { cardOf } from '../approvals/approvals.js';
import { actorOf, type Deps, identified } from '../deps.js';

/**
 * The author's answer to "request changes": other arguments for planned steps. It makes a new plan with a new digest and a
 * new approval; the old one can no longer be decided.
 */
export async function revisePlan(
  deps: Deps,
  caller: Caller,
  request: { approvalId: string; arguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> },
): Promise<view.ApprovalView> {
  const approvalId = idOf<'approval'>(request.approvalId);
  const seen = await deps.store.read(caller.workspaceId, async (tables) => {
    const approval = await tables.approvals.get(approvalId);
    return approval === undefined ? undefined : tables.runs.get(approval.runId);
  });
  if (seen === undefined) throw notFound('approval', approvalId);
  await deps.catalog.refresh(serversOf(seen.definition));
  return deps.transact(caller.workspaceId, async (tx) => {
    const approval = await tx.approvals.get(approvalId);
    if (approval === undefined) throw notFound('approval', approvalId);
    if (approval.status !== 'Pending' && approval.status !== 'RequestChanges') {
      throw conflict(`The approval is ${approval.status}; its plan can no longer be revised.`, {
        approvalId,
        status: approval.status,
      });
    }
    const book = await RunBook.open(tx, approval.runId);
    const who = await identified(tx, caller);
    if (who.person !== book.run.initiatedFor && !caller.roles.includes('operator') && !caller.roles.includes('admin')) {
      throw portariumFault('Forbidden', 'Only the author of the run or an operator may revise its plan.');
    }
    const closedBecause = 'superseded: the plan was revised';
    const closed = { ...approval, status: 'Expired', closedBecause, decidedAt: tx.now } as const;
    await tx.approvals.put(closed);
    await clearTimers(tx, approvalId);
    await setArguments(book, approval.planId, request.arguments);
    const context = await prepareContext(tx, book.run, deps.catalog);
    const step = book.step(approval.stepId);
    const action = book.action(step.actionId);
    const first =
      kindOf(action).does === 'call'
        ? await prepareCall(context, action, step, scopeOf(book.run, book.steps, step.item))
        : undefined;
    if (first !== undefined && first.is !== 'ready')
      throw conflict('The step cannot be planned at the moment.', { stepId: step.stepId });
    const { prompt, reason } = approval;
    const opened = await openGate(book, context, {
      step,
      ...(first === undefined ? {} : { first: first.call }),
      prompt,
      reason,
      terms: termsOf(approval),
      supersedes: approvalId,
      requestedBy: { principalId: caller.principalId, person: who.person },
    });
    if (typeof opened === 'string') throw conflict(opened);
    await tx.approvals.put({ ...closed, supersededBy: opened.approvalId });
    book.evidence({
      category: 'Plan',
      type: 'PlanRevised',
      summary: 'The author revised a plan.',
      actor: actorOf(who),
      links: { approvalId, newApprovalId: opened.approvalId },
    });
    await book.save();
    return cardOf(deps, opened, await tx.plans.get(opened.planId), caller);
  });
}

async function setArguments(
  book: RunBook,
  planId: PlanId,
  changes: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Promise<void> {
  const plan = await book.tx.plans.get(planId);
  await allMembers(book);
  for (const [stepId, revisedArguments] of Object.entries(changes)) {
    const planned = plan?.calls.find((call) => call.stepId === stepId);
    if (planned === undefined || book.find(stepId) === undefined) {
      throw invalidInput(`The plan has no step "${stepId}".`, { [`arguments.${stepId}`]: ['is not a planned step'] });
    }
    requireSameCall(planned, revisedArguments);
    book.note(stepId, { revisedArguments });
  }
}

/** Other arguments make another plan; another call would be another workflow. */
function requireSameCall(planned: PlannedCall, revised: Readonly<Record<string, unknown>>): void {
  try {
    const { server = '', tool } = planned;
    callKindOf(planned).revised?.({ server, tool, arguments: {} }, revised);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw invalidInput(error.message, { [`arguments.${planned.stepId}`]: [error.message] });
  }
}
