/**
 * Undoing what a run has done that did not come to its end. The calls that undo its steps, in the reverse order of their
 * completion, are a run of their own, begun in the transaction that ends the first: policy, approvals, journal and evidence
 * are those of any other run. One that fails stops there and asks a person, because what comes before it may rest on it.
 */
import type { RunId, StepId } from '../domain/ids.js';
import { InvalidValue } from '../domain/invalid-value.js';
import { freshRun, type Run } from '../domain/run.js';
import type { Step } from '../domain/step.js';
import { openWorkItem } from '../steps/open-work-item.js';
import { type UndoingCall, undoingCall } from '../steps/undoing-call.js';
import { WorkflowDefinition } from '../steps/workflow-definition.js';
import { RunBook } from './book.js';
import { scopeOf } from './graph.js';
import { allMembers } from './members.js';

/** As many as a workflow has steps; the rest is another run after this one. */
const mostOfOneRun = 200;

interface Undoing extends UndoingCall {
  readonly stepId: StepId;
}

/** What has to be done once a run has ended: undo it, or undo the rest of what it was to undo. */
export async function compensate(book: RunBook): Promise<void> {
  const { run, tx } = book;
  if (run.compensates === undefined) {
    if (run.status === 'Succeeded') return;
    const started = await undo(book, 0);
    if (started !== undefined) book.changeRun({ compensatedBy: started });
    return;
  }
  const { runId, upTo, of } = run.compensates;
  if (run.status !== 'Succeeded' || upTo >= of) return;
  const undone = await RunBook.open(tx, runId);
  await allMembers(undone);
  await undo(undone, upTo);
}

/** Starts the run that undoes the steps from this one on. */
async function undo(book: RunBook, from: number): Promise<RunId | undefined> {
  const steps = compensated(book);
  for (let at = from; at < steps.length; at += mostOfOneRun) {
    const part = steps.slice(at, at + mostOfOneRun);
    const undoings = await preparedOf(book, part);
    if (undoings.length > 0)
      return start(book, undoings, { runId: book.run.runId, upTo: at + part.length, of: steps.length });
  }
  return undefined;
}

async function preparedOf(book: RunBook, steps: readonly Step[]): Promise<readonly Undoing[]> {
  const undoings: Undoing[] = [];
  for (const step of steps) {
    const prepared = prepare(book, step);
    if (typeof prepared === 'string') await tellImpossible(book, step, prepared);
    else undoings.push(prepared);
  }
  return undoings;
}

/** Steps that took effect and say how that is undone, the last one first. */
function compensated(book: RunBook): readonly Step[] {
  const done = book.steps.filter((step) => {
    const action = book.actions.find(({ actionId }) => actionId === step.actionId);
    if (step.state !== 'Succeeded' || action?.compensation === undefined) return false;
    return action.forEach === undefined || step.item !== undefined;
  });
  return done.sort((one, other) => endOf(other) - endOf(one) || other.seq - one.seq);
}

const endOf = (step: Step): number => (step.state === 'Succeeded' ? step.endedAt : 0);

function prepare(book: RunBook, step: Step): Undoing | string {
  const { compensation } = book.action(step.actionId);
  if (compensation === undefined || step.state !== 'Succeeded') return 'there is nothing that would undo it';
  try {
    const scope = { ...scopeOf(book.run, book.steps, step.item), output: step.output };
    return { stepId: step.stepId, ...undoingCall(compensation, scope) };
  } catch (error) {
    if (error instanceof InvalidValue) return error.message;
    throw error;
  }
}

type Compensates = NonNullable<Run['compensates']>;

/** Under the same rules and for the same people as what it undoes. */
async function start(book: RunBook, undoings: readonly Undoing[], compensates: Compensates): Promise<RunId> {
  const { tx, run } = book;
  const { workspaceId, workflowId, workflowVersion, correlationId, executionTier } = run;
  const { initiatedBy, initiatedFor, agentId } = run;
  const origin = {
    ...{ workspaceId, workflowId, workflowVersion, correlationId, executionTier, initiatedBy, initiatedFor },
    ...(agentId === undefined ? {} : { agentId }),
    runId: tx.newId('run'),
    definition: definitionOf(run, undoings),
    initiatedVia: 'compensation',
    input: {},
    compensates,
  };
  const undoing = RunBook.begin(tx, freshRun(origin, tx.now));
  // The arguments are values and not templates: braces in them are text and nothing else.
  for (const [index, { request }] of undoings.entries())
    undoing.note(undoing.actions[index]?.actionId ?? '', { revisedArguments: request.arguments });
  tell(book, undoing, undoings);
  await undoing.save();
  return undoing.run.runId;
}

function definitionOf({ definition, executionTier }: Run, undoings: readonly Undoing[]): WorkflowDefinition {
  const actions = undoings.map(({ stepId, action }, index) => ({
    actionId: `undo-${index + 1}`,
    ...action,
    description: `Undoes ${stepId}`,
  }));
  return WorkflowDefinition.parse({ name: `Undo ${definition.name}`.slice(0, 200), executionTier, actions });
}

function tell(book: RunBook, undoing: RunBook, undoings: readonly Undoing[]): void {
  const { runId: compensatesRunId, workflowId } = book.run;
  const { runId: compensationRunId, executionTier } = undoing.run;
  const undoes = undoings.map(({ stepId, request: { server, tool } }) => ({ stepId, server, tool }));
  undoing.evidence({
    category: 'Run',
    type: 'RunStarted',
    summary: 'A run was started that undoes what another has done.',
    links: { compensatesRunId },
    detail: { workflowId, executionTier, via: 'compensation', undoes },
  });
  undoing.emit('run.RunStarted', { workflowId, status: 'Pending', compensatesRunId });
  book.evidence({
    category: 'Run',
    type: 'CompensationStarted',
    summary: 'Another run undoes what this one has done.',
    links: { compensationRunId },
    detail: { undoes: undoes.length },
  });
  book.emit('run.CompensationStarted', { compensationRunId });
}

/** Nobody but a person can undo it: what the call would need cannot be said. */
async function tellImpossible(book: RunBook, step: Step, why: string): Promise<void> {
  const { workItemId } = await openWorkItem(book.tx, book.run, step, {
    kind: 'case',
    title: `Undo step "${step.stepId}" by hand`,
    instructions: `It took effect before the run ended, and the call that would undo it cannot be made: ${why}`,
  });
  book.evidence({
    category: 'Action',
    type: 'CompensationImpossible',
    summary: 'A person has to undo a step.',
    links: { stepId: step.stepId, workItemId },
    detail: { why },
  });
}
