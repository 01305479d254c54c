import type * as view from '../../answers/index.js';
import { evaluate, parseExpression, truthy } from '../../domain/expression.js';
import { idOf } from '../../domain/ids.js';
import { inputProblems } from '../../domain/json-schema.js';
import type { Caller } from '../../domain/principal.js';
import { type Run, singleCallVersion } from '../../domain/run.js';
import { defaultTier } from '../../domain/tier.js';
import type { Action, WorkflowDefinition } from '../../domain/workflow.js';
import { RunBook } from '../../engine/book.js';
import { readsOf, scopeOf } from '../../engine/graph.js';
import { type PrepareContext, prepareCall } from '../../engine/prepare-call.js';
import { settingsOf } from '../../engine/settings.js';
import { evaluatePolicies } from '../../policy/evaluate.js';
import { kindOf, serversOf } from '../../steps/index.js';
import type { Deps } from '../deps.js';

/** What would become of a step; where it could not even be judged, why: that may be otherwise a moment later. */
type Foreseen = view.DryRunView['steps'][number] & { readonly unprepared?: string };
type Foresight = Omit<view.DryRunView, 'steps'> & { readonly steps: readonly Foreseen[] };

class DryRunOver extends Error {
  readonly result: Foresight;
  constructor(result: Foresight) {
    super('dry run');
    this.result = result;
  }
}

/**
 * Goes through a run without a run: a transaction that is always rolled back, in which nothing is called.
 *
 * @param proposed the arguments of a call that somebody proposes, as they stand
 */
export async function dryRun(
  deps: Deps,
  caller: Caller,
  definition: WorkflowDefinition,
  input: Readonly<Record<string, unknown>>,
  proposed?: Readonly<Record<string, unknown>>,
): Promise<Foresight> {
  await deps.catalog.refresh(serversOf(definition));
  const misfits = await inputProblems(definition.inputSchema, input);
  const problems = misfits.map((message) => ({ path: 'input', message }));
  try {
    await deps.transact(caller.workspaceId, async (tx) => {
      const settings = await settingsOf(tx);
      const executionTier = definition.executionTier ?? defaultTier(settings.workspace.environment);
      const version = proposed === undefined ? 1 : singleCallVersion;
      const run = { ...plannedRun(caller, definition, input, executionTier, tx.now), workflowVersion: version };
      const book = RunBook.begin(tx, run);
      const agent = caller.kind === 'agent' ? await tx.agents.get(caller.principalId) : undefined;
      const context = { tx, run, settings, catalog: deps.catalog, initiatorRoles: caller.roles, agent };
      const steps = [];
      for (const action of book.actions) steps.push(await foresee(book, context, action, proposed));
      throw new DryRunOver({ valid: problems.length === 0, problems, executionTier, steps });
    });
  } catch (error) {
    if (error instanceof DryRunOver) return deps.redact(error.result);
    throw error;
  }
  throw new Error('A dry run ends by being rolled back.');
}

function plannedRun(
  caller: Caller,
  definition: WorkflowDefinition,
  input: Run['input'],
  executionTier: Run['executionTier'],
  now: number,
): Run {
  return {
    workspaceId: caller.workspaceId,
    runId: idOf('dry-run'),
    workflowId: idOf(definition.workflowId ?? definition.name),
    workflowVersion: 1,
    definition,
    correlationId: 'dry-run',
    executionTier,
    initiatedBy: caller.principalId,
    initiatedFor: caller.onBehalfOf ?? caller.principalId,
    initiatedVia: caller.via ?? 'embedded',
    input,
    status: 'Pending',
    toolCalls: 0,
    createdAt: now,
    epoch: 0,
    rev: 0,
  };
}

async function foresee(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  proposed: Readonly<Record<string, unknown>> | undefined,
): Promise<Foreseen> {
  const { actionId: stepId, operation } = action;
  if (readsOf(action).length > 0) {
    return {
      stepId,
      operation,
      decision: 'DependsOnEarlierOutput',
      reason: 'Its arguments are known only when earlier steps have ended.',
    };
  }
  const scope = scopeOf(book.run, []);
  if (action.when !== undefined && !truthy(evaluate(parseExpression(action.when), scope))) {
    return { stepId, operation, decision: 'Skip', reason: `"${action.when}" is false.` };
  }
  const kind = kindOf(action);
  if (kind.does === 'gate')
    return { stepId, operation, decision: 'RequireApproval', reason: 'The workflow asks here.' };
  if (kind.does === 'start') return { stepId, operation, decision: 'Run', reason: 'Another run, judged by itself.' };
  if (kind.does === 'settle') return { stepId, operation, decision: 'Run', reason: 'Nothing outside is called.' };
  if (action.forEach !== undefined)
    return { stepId, operation, decision: 'Run', reason: 'Judged for each member when it runs.' };
  const given = proposed === undefined ? {} : { revisedArguments: proposed };
  const prepared = await prepareCall(context, action, { ...book.step(stepId), ...given }, scope);
  if (prepared.is !== 'ready') {
    const reason =
      prepared.is === 'drifted' ? 'The definition of the tool has changed and must be reviewed.' : prepared.problem;
    return { stepId, operation, decision: 'Deny', reason, unprepared: prepared.is };
  }
  const { call } = prepared;
  const { decision, reason } = evaluatePolicies(context.settings.policies, call.facts);
  return {
    stepId,
    operation,
    input: call.request,
    class: call.class,
    effect: call.effect,
    decision: decision === 'Allow' ? 'Run' : decision,
    reason,
  };
}
