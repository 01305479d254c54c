/** Runs that a step of another run starts. They are runs like any other; `relatives.ts` tells the one above how they end. */
import type { WorkflowId } from '../domain/ids.js';
import { inputProblems } from '../domain/json-schema.js';
import { freshRun, type Run } from '../domain/run.js';
import type { Step } from '../domain/step.js';
import { defaultTier, stricter } from '../domain/tier.js';
import type { Workflow } from '../domain/workflow.js';
import type { ChildRequest } from '../steps/step-kind.js';
import { RunBook } from './book.js';
import { failStep } from './fail-step.js';
import type { PrepareContext } from './prepare-call.js';

/** A workflow that starts itself, over however many corners, ends here. */
const deepest = 8;

export async function startChild(
  book: RunBook,
  context: PrepareContext,
  step: Step,
  { workflowId, input }: ChildRequest,
): Promise<void> {
  const [workflow] = await book.tx.workflows.find({ where: { workflow_id: workflowId, active: 1 } });
  const problem = await problemWith(book.run, workflow, workflowId, input);
  if (problem !== undefined || workflow === undefined)
    return failStep(book, step, { kind: 'ChildNotStarted', message: problem ?? '', retryable: false });
  const child = RunBook.begin(book.tx, childOf(book, context, step, workflow, input));
  const { runId } = child.run;
  child.evidence({
    category: 'Run',
    type: 'RunStarted',
    summary: 'A run was started by a step of another run.',
    links: { parentRunId: book.run.runId, stepId: step.stepId },
    detail: { workflowId, workflowVersion: workflow.version, executionTier: child.run.executionTier, via: 'workflow' },
  });
  child.emit('run.RunStarted', { workflowId, status: 'Pending', parentRunId: book.run.runId });
  await child.save();
  book.children.push({ workspaceId: book.run.workspaceId, runId });
  book.move(step.stepId, { state: 'WaitingForRun', childRunId: runId }, { input, startedAt: book.tx.now });
  book.evidence({
    category: 'Action',
    type: 'ChildRunStarted',
    summary: 'A step started another run.',
    links: { stepId: step.stepId, childRunId: runId },
  });
}

async function problemWith(
  parent: Run,
  workflow: Workflow | undefined,
  workflowId: WorkflowId,
  input: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if (workflow === undefined) return `There is no active workflow "${workflowId}".`;
  if ((parent.parent?.depth ?? 0) + 1 > deepest) return `Runs start each other more than ${deepest} deep.`;
  const problems = await inputProblems(workflow.definition.inputSchema, input);
  return problems.length === 0 ? undefined : `The input does not fit "${workflowId}": ${problems.join('; ')}`;
}

/** It acts for the same people under rules at least as strict: starting a run must not be a way round a gate. */
function childOf(
  { run: parent, tx }: RunBook,
  { settings }: PrepareContext,
  step: Step,
  { workflowId, version, definition }: Workflow,
  input: Readonly<Record<string, unknown>>,
): Run {
  const own = definition.executionTier ?? defaultTier(settings.workspace.environment);
  const { workspaceId, correlationId, initiatedBy, initiatedFor, agentId, trace } = parent;
  const origin = {
    workspaceId,
    runId: tx.newId('run'),
    workflowId,
    workflowVersion: version,
    definition,
    correlationId,
    executionTier: stricter(own, parent.executionTier),
    initiatedBy,
    initiatedFor,
    initiatedVia: 'workflow',
    ...(agentId === undefined ? {} : { agentId }),
    ...(trace === undefined ? {} : { trace }),
    parent: { runId: parent.runId, stepId: step.stepId, depth: (parent.parent?.depth ?? 0) + 1 },
    input,
  };
  return freshRun(origin, tx.now);
}
