/**
 * Programs that call tools, from the record's side. What a program would change is proposed as one run: an approval covers
 * all of its calls, and each is made when the program, run again, comes to it. The run holds the program and what it had
 * read, so that it can be run again by whoever asks, also after a restart.
 */
import * as z from 'zod';
import { idOf, type WorkflowId } from '../../domain/ids.js';
import { digestOf } from '../../domain/json.js';
import type { Caller } from '../../domain/principal.js';
import { isTerminal, type Run } from '../../domain/run.js';
import type { Step } from '../../domain/step.js';
import type { Collections } from '../../domain/store-port.js';
import { mcpCall } from '../../steps/mcp-call.js';
import { WorkflowDefinition } from '../../steps/workflow-definition.js';
import { actorOf, type Deps, once } from '../deps.js';
import { dryRun } from './dry-run.js';
import { ownRun } from './own-runs.js';
import { callId, cancelRun, checkAgent, type Proposal, proposeCalls } from './runs.js';

/** The workflow id of what programs proposed. */
export const programWorkflow: WorkflowId = idOf('program');

/** More would make no plan that a person reads; a workflow has as many steps. */
export const mostPlannedCalls = 100;

export type ProgramCall = Proposal['calls'][number];

/** What a run keeps of its program. Calls are known by what they say and how often it was said before. */
const KeptProgram = z.object({
  code: z.string(),
  title: z.string(),
  executionTimeout: z.number(),
  moment: z.number(),
  /** Runs of calls that were made while the program was tried, by the call. */
  made: z.record(z.string(), z.string()),
  /** Plans before this one, in order, and how many of its calls the program came to. */
  before: z.array(z.object({ runId: z.string(), reached: z.number() })),
  /** The run of the plan that this one follows. */
  after: z.string().optional(),
});
export type KeptProgram = z.output<typeof KeptProgram>;

/** What policy would say to a call: made at once, only as part of a plan, or nothing, because the tool cannot be looked at. */
export type Standing = { readonly is: 'at once' | 'planned' } | { readonly is: 'away'; readonly problem: string };

export async function standingOf(deps: Deps, caller: Caller, call: ProgramCall): Promise<Standing> {
  await deps.store.read(caller.workspaceId, (tables) => checkAgent(tables, caller, call));
  const { server, tool, arguments: args } = call;
  const actions = [{ actionId: 'call', operation: mcpCall.operation, server, tool }];
  const definition = WorkflowDefinition.parse({ name: 'call', executionTier: 'Auto', actions });
  const [step] = (await dryRun(deps, caller, definition, {}, args)).steps;
  // A server that is away would be back when the call is made, and nobody would have planned it.
  if (step?.unprepared !== undefined && step.unprepared !== 'invalid') return { is: 'away', problem: step.reason };
  // What is refused is refused where everything is, with its evidence.
  const isAtOnce = step?.decision === 'Deny' || (step?.decision === 'Run' && step.effect === 'readOnly');
  return { is: isAtOnce ? 'at once' : 'planned' };
}

/**
 * A run has one plan after it, however often the program is run again and whatever it reads then; and a program that is
 * sent twice at the same moment has one plan, wherever it was sent to.
 */
export async function proposeProgram(
  deps: Deps,
  caller: Caller,
  program: KeptProgram,
  calls: readonly ProgramCall[],
): Promise<string> {
  const proposal = {
    workflowId: programWorkflow,
    name: program.title,
    calls,
    input: program,
    callsOnly: 'in-turn',
  } as const;
  const { after: key } = program;
  return deps.transact(caller.workspaceId, async (tx) => {
    const known = key === undefined ? await planMeanwhile(tx, caller, program) : await planAfter(tx, caller, key);
    if (known !== undefined) return known;
    const command = { name: 'proposeProgram', key, input: key };
    return (await once(deps, tx, caller, command, () => proposeCalls(deps, tx, caller, proposal))).runId;
  });
}

/** Where the plans that followed this one have led to: all of them, the last one last. */
export const plansFrom = (deps: Deps, caller: Caller, runId: string): Promise<readonly string[]> =>
  deps.store.read(caller.workspaceId, async (tables) => {
    const plans = [runId];
    for (let next = await planAfter(tables, caller, runId); next !== undefined; ) {
      plans.push(next);
      next = await planAfter(tables, caller, next);
    }
    return plans;
  });

async function planAfter(tables: Collections, caller: Caller, runId: string): Promise<string | undefined> {
  const where = { workflow_id: programWorkflow, initiated_by: caller.principalId };
  // Ids grow: what follows a run stands behind it.
  const later = await tables.runs.find({ where, after: runId });
  return later.find(({ input }) => input.after === runId)?.runId;
}

/** The plan of the same program that still waits, or that has been made since this one began. */
async function planMeanwhile(tables: Collections, caller: Caller, program: KeptProgram): Promise<string | undefined> {
  const where = { workflow_id: programWorkflow, initiated_by: caller.principalId };
  const { code, title, executionTimeout, moment } = program;
  const known = await tables.runs.find({ where, newest: true, limit: 100 });
  return known.find(({ input, status, createdAt }) => {
    const isSame = input.code === code && input.title === title && input.executionTimeout === executionTimeout;
    return isSame && (!isTerminal(status) || createdAt >= moment);
  })?.runId;
}

/** A run of calls that a program planned, with its steps. */
interface PlanRun {
  readonly run: Run;
  readonly steps: readonly Step[];
}

const planOf = (deps: Deps, caller: Caller, runId: string): Promise<PlanRun> =>
  deps.store.read(caller.workspaceId, async (tables) => ({
    run: await ownRun(tables, caller, runId),
    steps: await tables.steps.find({ where: { run_id: runId } }),
  }));

/** The program of a run, whose it is, and whether a person has ended its plan; undefined for every other run. */
export async function programOf(
  deps: Deps,
  caller: Caller,
  runId: string,
): Promise<{ readonly program: KeptProgram; readonly refused: boolean; readonly by: string } | undefined> {
  const run = await deps.store.read(caller.workspaceId, (tables) => ownRun(tables, caller, runId));
  if (run.workflowId !== programWorkflow) return undefined;
  return { program: KeptProgram.parse(run.input), refused: wasRefused(run), by: run.initiatedBy };
}

function wasRefused({ status, failure, cancel }: Run): boolean {
  if (status === 'Cancelled') return cancel?.reason !== otherWay;
  return failure?.kind === 'ApprovalDenied' || failure?.kind === 'ApprovalExpired';
}

/** Why the rest of a plan is given up by its program. */
const otherWay = 'The program does not make the other calls of this plan.';

export async function giveUpPlan(deps: Deps, caller: Caller, runId: string): Promise<void> {
  const { run } = await planOf(deps, caller, runId);
  if (!isTerminal(run.status)) await cancelRun(deps, caller, { runId, reason: otherWay });
}

/** A call that some run of the program has planned. */
export interface PlannedEffect {
  readonly runId: string;
  readonly index: number;
  readonly digest: string;
  /** It is made, or may be at any moment: whatever the program does now, this call is not to be planned again. */
  readonly begun: boolean;
}

export const digestOfCall = ({ server, tool, arguments: args }: ProgramCall): string =>
  digestOf(JSON.parse(JSON.stringify({ server, tool, arguments: args })));

/** The calls that were planned for a program, in its order: those it came to, and those of its last plan. */
export async function effectsOf(
  deps: Deps,
  caller: Caller,
  { before }: KeptProgram,
  last: string | undefined,
): Promise<PlannedEffect[]> {
  const runs = [...before, ...(last === undefined ? [] : [{ runId: last, reached: mostPlannedCalls }])];
  const plans = await Promise.all(
    runs.map(async ({ runId, reached }) => ({ ...(await planOf(deps, caller, runId)), reached })),
  );
  return plans.flatMap(({ run, steps, reached }) =>
    callsOf(run)
      .slice(0, reached)
      .map(({ server, tool }, index) => {
        const step = steps.find(({ stepId }) => stepId === callId(index));
        const digest = digestOfCall({ server, tool, arguments: step?.revisedArguments ?? {} });
        return { runId: run.runId, index, digest, begun: hasBegun(step) };
      }),
  );
}

const hasBegun = (step: Step | undefined): boolean =>
  step !== undefined && (step.attempts.length > 0 || step.state === 'Succeeded' || step.state === 'Failed');

const callsOf = ({ definition }: Run): readonly { readonly server: string; readonly tool: string }[] =>
  definition.actions.filter(({ operation }) => operation === mcpCall.operation) as never;

/** How a planned call stands: ended, with what came of it; on its way; or waiting for a person. */
export type EffectState =
  | { readonly is: 'ended'; readonly result: unknown; readonly error?: { kind: string; message: string } }
  | { readonly is: 'under way' }
  | { readonly is: 'waits for a person' };

/** Gives the call its turn when that has come, and tells how it stands. */
export async function effectState(deps: Deps, caller: Caller, { runId, index }: PlannedEffect): Promise<EffectState> {
  const { run, steps } = await planOf(deps, caller, runId);
  const step = steps.find(({ stepId }) => stepId === callId(index));
  if (step?.state === 'Succeeded') return { is: 'ended', result: deps.maskSecrets(step.result ?? step.output) };
  if (step?.state === 'Failed') return { is: 'ended', result: deps.maskSecrets(step.result), error: step.error };
  if (isTerminal(run.status)) return { is: 'ended', result: undefined, error: endOf(run) };
  if (step?.state === 'WaitingForTurn') await giveTurn(deps, caller, runId, index);
  else if (run.status === 'WaitingForApproval' || run.status === 'Paused') return { is: 'waits for a person' };
  return { is: 'under way' };
}

const endOf = ({ status, failure }: { status: string; failure?: { kind: string; message: string } | undefined }) =>
  failure ?? { kind: status, message: `The plan was ${status.toLowerCase()}.` };

async function giveTurn(deps: Deps, caller: Caller, runId: string, index: number): Promise<void> {
  await deps.transact(caller.workspaceId, async (tx) => {
    const steps = await tx.steps.find({ where: { run_id: runId } });
    const step = steps.find(({ stepId }) => stepId === callId(index));
    // Somebody else drives the same program; the turn is given once.
    if (step?.state !== 'WaitingForTurn') return;
    await deps.engine.signal(tx, idOf(runId), { kind: 'turn', stepId: step.stepId }, actorOf(caller));
  });
}
