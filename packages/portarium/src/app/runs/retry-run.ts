/**
 * A run that failed goes on from where it failed. What is over stays as it was, evidence included: a run of its own has what
 * the first one finished, makes no call of it again, and does the rest under the same definition and approvals of its own.
 */
import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import type { Caller } from '../../domain/principal.js';
import { isSingleCall } from '../../domain/run.js';
import { isPassed, type Step } from '../../domain/step.js';
import type { Tx } from '../../domain/store-port.js';
import { defaultTier, stricter } from '../../domain/tier.js';
import { RunBook } from '../../engine/book.js';
import { carryOver } from '../../engine/carry-over.js';
import { allMembers } from '../../engine/members.js';
import { conflict } from '../../faults.js';
import { actorOf, type Deps, type Keyed, once } from '../deps.js';
import { beginRun, groundOf } from './begin-run.js';
import { ownRun } from './own-runs.js';
import { checkAgent } from './runs.js';

export async function retryRun(
  deps: Deps,
  caller: Caller,
  request: Keyed & { readonly runId: string },
): Promise<view.StartedRun> {
  const { idempotencyKey: key, ...input } = request;
  return deps.transact(caller.workspaceId, (tx) =>
    once(deps, tx, caller, { name: 'retryRun', key, input }, () => goOn(deps, tx, caller, request.runId)),
  );
}

async function goOn(deps: Deps, tx: Tx, caller: Caller, runId: string): Promise<Omit<view.StartedRun, 'replayed'>> {
  await checkAgent(tx, caller);
  await ownRun(tx, caller, runId);
  const failed = await RunBook.open(tx, idOf(runId));
  await allMembers(failed);
  refuse(failed);
  const { workflowId, workflowVersion: version, definition, input, correlationId } = failed.run;
  const ground = await groundOf(tx, caller);
  const least = definition.executionTier ?? defaultTier(ground.workspace?.environment ?? 'prod');
  const started = await beginRun(deps, tx, caller, {
    ...{ workflowId, version, definition, input, ground, retries: failed.run.runId },
    request: { executionTier: stricter(least, failed.run.executionTier), correlationId },
  });
  const next = await RunBook.open(tx, idOf(started.runId));
  const carried = carryOver(failed, next);
  tell(failed, next, carried, actorOf(ground.who));
  await next.save();
  await failed.save();
  return started;
}

/** Where going on would repeat what must not be repeated, or rest on what is no longer so, it is refused. */
function refuse(book: RunBook): void {
  const { runId, status, retriedBy, parent, compensates } = book.run;
  const no = (message: string, suggestion: string, more: object = {}): never => {
    throw conflict(message, { runId, status, ...more }, suggestion);
  };
  if (status !== 'Failed') no(`The run is ${status}; only one that failed is retried.`, 'Start a new run instead.');
  if (retriedBy !== undefined)
    no(`The run was retried already, by ${retriedBy}.`, 'Look at that run; if it failed too, retry it.', { retriedBy });
  if (isSingleCall(book.run)) no('A proposed call is not retried.', 'Propose it again.');
  if (compensates !== undefined) no('A run that undoes another is not retried.', 'Undo the rest by hand.');
  if (parent !== undefined)
    no(`The run belongs to a step of ${parent.runId}.`, 'Retry that run.', { parentRunId: parent.runId });
  const undone = book.steps.find((step) => step.state === 'Succeeded' && compensationOf(book, step));
  if (undone !== undefined)
    no(`What step "${undone.stepId}" did is undone after a failure.`, 'Start a new run.', { stepId: undone.stepId });
  const unknown = book.steps.find(isUnknown);
  if (unknown !== undefined)
    no(
      `Nobody knows whether the call of step "${unknown.stepId}" took effect, so it is not made again.`,
      'Find out, then start a new run with what is left to do.',
      { stepId: unknown.stepId },
    );
}

const compensationOf = (book: RunBook, { actionId }: Step): boolean => book.action(actionId).compensation !== undefined;

function isUnknown({ state, call, attempts }: Step): boolean {
  if (state === 'UnknownOutcome') return true;
  const last = attempts.at(-1);
  if (isPassed(state) || call?.effect !== 'nonIdempotent' || last?.dispatchedAt === undefined) return false;
  return last.outcome !== 'failed';
}

function tell(failed: RunBook, next: RunBook, carried: readonly string[], actor: ReturnType<typeof actorOf>): void {
  const { runId: retryRunId } = next.run;
  failed.changeRun({ retriedBy: retryRunId });
  failed.evidence({
    category: 'Run',
    type: 'RunRetried',
    summary: 'Another run goes on from where this one failed.',
    actor,
    links: { retryRunId },
    detail: { carried: carried.length },
  });
  failed.emit('run.RunRetried', { retryRunId });
  next.evidence({
    category: 'Run',
    type: 'StepsCarriedOver',
    summary: 'Steps that another run has done are not done again.',
    actor,
    links: { retriesRunId: failed.run.runId },
    detail: { steps: carried.slice(0, 1000), count: carried.length },
  });
}
