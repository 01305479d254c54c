/** How every run begins: from a workflow, from a proposed call, or for a run that failed. */
import type * as view from '../../answers/index.js';
import type { WorkflowId } from '../../domain/ids.js';
import type { Caller } from '../../domain/principal.js';
import { freshRun, type Run } from '../../domain/run.js';
import type { Collections, Tx } from '../../domain/store-port.js';
import { defaultTier, stricter, type Tier, tierRank } from '../../domain/tier.js';
import type { Workspace } from '../../domain/workspace.js';
import { invalidInput, notFound, portariumFault } from '../../faults.js';
import type { WorkflowDefinition } from '../../steps/workflow-definition.js';
import { actorOf, type Deps, identified } from '../deps.js';
import { runSummary } from '../to-view.js';

interface Beginning extends Pick<Run, 'callsOnly' | 'retries'> {
  readonly workflowId: WorkflowId;
  readonly version: number;
  readonly definition: WorkflowDefinition;
  readonly input: Readonly<Record<string, unknown>>;
  readonly request: { readonly executionTier?: Tier; readonly correlationId?: string };
  readonly ground: Ground;
}

/** What every run stands on, asked for at once: where a question takes a round trip, a start is as long as its questions. */
interface Ground {
  readonly workspace: Workspace | undefined;
  readonly who: Awaited<ReturnType<typeof identified>>;
}

export async function groundOf(tx: Collections, caller: Caller): Promise<Ground> {
  const [workspace, who] = await Promise.all([tx.workspaces.get(), identified(tx, caller)]);
  return { workspace, who };
}

export async function beginRun(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  beginning: Beginning,
): Promise<Omit<view.StartedRun, 'replayed'>> {
  const { workspace, who } = beginning.ground;
  if (workspace === undefined) throw notFound('workspace', tx.workspaceId);
  if (workspace.frozen !== undefined) {
    throw portariumFault('Frozen', `The workspace is frozen: ${workspace.frozen.reason}`, {
      suggestion: 'Wait until it is unfrozen.',
    });
  }
  const { workflowId, version, definition, input, request, callsOnly, retries } = beginning;
  const ownTier = definition.executionTier ?? defaultTier(workspace.environment);
  if (request.executionTier !== undefined && tierRank(request.executionTier) < tierRank(ownTier)) {
    throw invalidInput(`The workflow runs at ${ownTier}; a run may only be stricter.`, {
      executionTier: [`must be ${ownTier} or stricter`],
    });
  }
  const origin = {
    workspaceId: tx.workspaceId,
    runId: tx.newId('run'),
    workflowId,
    workflowVersion: version,
    definition,
    correlationId: request.correlationId ?? caller.correlationId ?? tx.newId('cor'),
    executionTier: stricter(ownTier, request.executionTier ?? 'Auto'),
    initiatedBy: caller.principalId,
    initiatedFor: who.person,
    initiatedVia: caller.via ?? 'embedded',
    ...(caller.kind === 'agent' ? { agentId: caller.principalId } : {}),
    ...(caller.trace === undefined ? {} : { trace: caller.trace }),
    input,
    ...(callsOnly === undefined ? {} : { callsOnly }),
    ...(retries === undefined ? {} : { retries }),
  };
  const run = freshRun(origin, tx.now);
  await deps.engine.start(tx, run);
  const { runId, correlationId, executionTier } = run;
  tx.evidence({
    category: 'Run',
    type: 'RunStarted',
    summary: 'A run was started.',
    actor: actorOf(who),
    correlationId,
    runId,
    detail: { workflowId, workflowVersion: version, executionTier, via: run.initiatedVia },
  });
  tx.emit({
    type: 'run.RunStarted',
    subject: `runs/${runId}`,
    correlationId,
    runId,
    data: { runId, workflowId, status: run.status },
  });
  return { ...runSummary(run), pollAfterMs: 500 };
}
