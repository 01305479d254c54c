import type * as view from '../../answers/index.js';
import { idOf, type StepId, type WorkflowId, type WorkItemId } from '../../domain/ids.js';
import { inputProblems } from '../../domain/json-schema.js';
import type { Caller } from '../../domain/principal.js';
import { isTerminal, type Run, singleCallVersion } from '../../domain/run.js';
import type { Collections, Tx } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import type { Tier } from '../../domain/tier.js';
import { RunBook } from '../../engine/book.js';
import { allMembers } from '../../engine/members.js';
import { conflict, invalidInput, notFound, portariumFault } from '../../faults.js';
import { objectionTo, quarantineOf } from '../../policy/bound-agent.js';
import { mcpCall } from '../../steps/mcp-call.js';
import { WorkflowDefinition } from '../../steps/workflow-definition.js';
import { actorOf, type Deps, type Keyed, once } from '../deps.js';
import { runSummary } from '../to-view.js';
import { activeWorkflow } from '../workflows/workflows.js';
import { beginRun, groundOf } from './begin-run.js';
import { ownRun } from './own-runs.js';
import { getRun } from './read-runs.js';

export interface StartRunRequest extends Keyed {
  readonly workflowId: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** May only be stricter than the workflow's. */
  readonly executionTier?: Tier;
  readonly correlationId?: string;
}

/** One tool call of an agent or of a proxied client, governed like a workflow of one step. */
export interface ProposeCallRequest extends Keyed {
  readonly server: string;
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
  /** Not made where it turns out to do more, or to need somebody's approval. */
  readonly onlyIfReading?: boolean;
}

/** How a person settles a call whose outcome nobody knows. */
export type Resolution =
  | { readonly kind: 'it-happened'; readonly output?: unknown }
  | { readonly kind: 'it-did-not-happen' }
  | { readonly kind: 'fail'; readonly message?: string };

/** The workflow id of single calls that somebody proposed. */
export const proposalWorkflow: WorkflowId = idOf('proposed-call');

export async function startRun(deps: Deps, caller: Caller, request: StartRunRequest): Promise<view.StartedRun> {
  const { idempotencyKey: key, ...input } = request;
  const work = (tx: Tx) =>
    once(deps, tx, caller, { name: 'startRun', key, input }, async () => {
      await checkAgent(tx, caller);
      const [workflow, ground] = await Promise.all([activeWorkflow(tx, request.workflowId), groundOf(tx, caller)]);
      const problems = await inputProblems(workflow.definition.inputSchema, request.input ?? {});
      if (problems.length > 0) {
        throw invalidInput(
          'The input does not fit the workflow.',
          { input: problems },
          'See the inputSchema of the workflow.',
        );
      }
      const { workflowId, version, definition } = workflow;
      const beginning = { workflowId, version, definition, input: request.input ?? {}, request };
      return beginRun(deps, tx, caller, { ...beginning, ground });
    });
  return deps.transact(caller.workspaceId, work, { isRepeatable: true });
}

/** A single call becomes a run of one step: the same plan, gate, journal and evidence as everything else. */
export async function proposeCall(deps: Deps, caller: Caller, request: ProposeCallRequest): Promise<view.StartedRun> {
  const { idempotencyKey: key, ...input } = request;
  const { server, tool, arguments: args = {}, prompt: name = `Proposed call of ${server}/${tool}` } = request;
  const only = request.onlyIfReading === true ? ({ callsOnly: 'if-reading' } as const) : {};
  const calls = [{ server, tool, arguments: args }];
  const proposal = { workflowId: proposalWorkflow, name, input: args, calls, ...only };
  return deps.transact(caller.workspaceId, (tx) =>
    once(deps, tx, caller, { name: 'proposeCall', key, input }, () => proposeCalls(deps, tx, caller, proposal)),
  );
}

/** Calls that are made one after the other. */
export interface Proposal extends Pick<Run, 'callsOnly'> {
  readonly workflowId: WorkflowId;
  readonly name: string;
  readonly calls: readonly Required<Pick<ProposeCallRequest, 'server' | 'tool' | 'arguments'>>[];
  readonly input: Readonly<Record<string, unknown>>;
}

export async function proposeCalls(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { workflowId, name, calls, input, callsOnly }: Proposal,
): Promise<Omit<view.StartedRun, 'replayed'>> {
  for (const call of calls) await checkAgent(tx, caller, call);
  const actions = calls.map(({ server, tool }, index) => ({
    actionId: callId(index),
    operation: mcpCall.operation,
    server,
    tool,
  }));
  const started = await beginRun(deps, tx, caller, {
    workflowId,
    version: singleCallVersion,
    definition: WorkflowDefinition.parse({ name, executionTier: 'Auto', actions }),
    input,
    request: {},
    ground: await groundOf(tx, caller),
    ...(callsOnly === undefined ? {} : { callsOnly }),
  });
  const book = await RunBook.open(tx, idOf(started.runId));
  // The arguments are values and not templates: braces in them are text and nothing else.
  for (const [index, call] of calls.entries()) book.note(callId(index), { revisedArguments: call.arguments });
  await book.save();
  return started;
}

export const callId = (index: number): StepId => idOf(index === 0 ? 'call' : `call-${index + 1}`);

/** An agent starts nothing while it is in quarantine, and proposes only tools it was given. */
export async function checkAgent(
  tx: Collections,
  caller: Caller,
  call?: { server: string; tool: string },
): Promise<void> {
  const agent = caller.kind === 'agent' ? await tx.agents.get(caller.principalId) : undefined;
  if (agent === undefined) return;
  const objection = call === undefined ? quarantineOf(agent) : objectionTo(agent, call);
  if (objection !== undefined) throw portariumFault('Forbidden', capitalised(objection.message));
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export async function cancelRun(
  deps: Deps,
  caller: Caller,
  request: { runId: string; reason?: string },
): Promise<view.CancelledRun> {
  const { runId, reason } = request;
  return deps.transact(caller.workspaceId, async (tx) => {
    const run = await ownRun(tx, caller, runId);
    if (isTerminal(run.status)) return alreadyEnded(run);
    const actor = actorOf(caller, await tx.principals.get(caller.principalId));
    const state = await deps.engine.cancel(tx, idOf(runId), { actor, ...(reason === undefined ? {} : { reason }) });
    return cancelled(
      state.run,
      state.steps.filter(isUnderWay).map(({ actionId }) => actionId),
    );
  });
}

const isUnderWay = (step: { readonly state: string; readonly attempts: readonly unknown[] }): boolean =>
  step.state === 'Running' && step.attempts.length > 0;

/** Cancelling twice is fine; cancelling what ended otherwise is not. */
function alreadyEnded(run: Run): view.CancelledRun {
  if (run.status === 'Cancelled') return cancelled(run, []);
  throw conflict(`The run has already ended: ${run.status}.`, { runId: run.runId, status: run.status });
}

function cancelled(run: Run, inFlightActionIds: readonly string[]): view.CancelledRun {
  const requestedAtIso = isoTime(run.cancel?.at ?? run.endedAt ?? run.createdAt);
  const effective = run.status === 'Cancelled';
  return { ...runSummary(run), cancellation: { requestedAtIso, effective, inFlightActionIds } };
}

/** Pauses before the next dispatch; `resume` goes on. A rationale of 8 characters or more is required. */
export async function intervene(
  deps: Deps,
  caller: Caller,
  request: { runId: string; kind: 'pause' | 'resume' | 'annotate'; rationale: string },
): Promise<view.RunSummary> {
  const { runId, kind, rationale } = request;
  if (rationale.trim().length < 8)
    throw invalidInput('Say why, in 8 characters or more.', { rationale: ['is too short'] });
  return deps.transact(caller.workspaceId, async (tx) => {
    const run = await ownRun(tx, caller, runId);
    const actor = actorOf(caller, await tx.principals.get(caller.principalId));
    tx.evidence({
      category: 'Run',
      type: 'Intervention',
      summary: `Somebody intervened: ${kind}.`,
      actor,
      runId: idOf(runId),
      correlationId: run.correlationId,
      detail: { kind, rationale },
    });
    if (kind === 'annotate') return runSummary(run);
    const signal = kind === 'pause' ? ({ kind, by: caller.principalId } as const) : ({ kind } as const);
    return runSummary((await deps.engine.signal(tx, idOf(runId), signal, actor)).run);
  });
}

export async function resolveUnknown(
  deps: Deps,
  caller: Caller,
  request: { runId: string; stepId: string; resolution: Resolution; rationale: string },
): Promise<view.RunView> {
  const { runId, stepId, resolution, rationale } = request;
  if (rationale.trim() === '') throw invalidInput('Say how you found out.', { rationale: ['is missing'] });
  await deps.transact(caller.workspaceId, async (tx) => {
    const book = await RunBook.open(tx, idOf(runId));
    await allMembers(book);
    const step = book.find(stepId);
    if (step === undefined) throw notFound('step', stepId);
    if (step.state !== 'UnknownOutcome')
      throw conflict(`Step "${stepId}" is ${step.state}; there is nothing to resolve.`, { stepId });
    const actor = actorOf(caller, await tx.principals.get(caller.principalId));
    book.evidence({
      category: 'Action',
      type: 'UnknownResolved',
      summary: `A person says: ${resolution.kind}.`,
      actor,
      links: { stepId },
      detail: { resolution: resolution.kind, rationale },
    });
    await deps.engine.signal(tx, idOf(runId), toSignal(step.stepId, resolution), actor);
    await closeQuestion(tx, step.workItemId, caller, rationale);
  });
  return getRun(deps, caller, runId);
}

function toSignal(stepId: StepId, resolution: Resolution) {
  if (resolution.kind === 'it-happened')
    return { kind: 'it-happened', stepId, output: resolution.output ?? null } as const;
  if (resolution.kind === 'it-did-not-happen') return { kind: 'it-did-not-happen', stepId } as const;
  return { kind: 'give-up', stepId, message: resolution.message ?? 'An operator gave the step up.' } as const;
}

async function closeQuestion(tx: Tx, workItemId: WorkItemId | undefined, caller: Caller, notes: string): Promise<void> {
  const item = workItemId === undefined ? undefined : await tx.workItems.get(workItemId);
  if (item === undefined) return;
  const resolved = {
    status: 'Resolved',
    outcome: 'succeeded',
    resolvedAt: tx.now,
    resolvedBy: caller.principalId,
    notes,
  } as const;
  await tx.workItems.put({ ...item, ...resolved });
}
