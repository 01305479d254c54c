/**
 * A schedule whose time has come. Its runs, its evidence and its next time are one transaction: killed before it commits
 * nothing has happened, killed after it everything has, and of two engines on one database the second finds the time gone.
 */
import { nextTime } from '../domain/cron.js';
import { engineActor } from '../domain/evidence.js';
import type { RunId, ScheduleId } from '../domain/ids.js';
import { inputProblems } from '../domain/json-schema.js';
import { personOf } from '../domain/person.js';
import { mayStartRuns, type Principal } from '../domain/principal.js';
import { freshRun } from '../domain/run.js';
import { dueTimes, type Schedule } from '../domain/schedule.js';
import type { Tx } from '../domain/store-port.js';
import { isoTime } from '../domain/surroundings.js';
import { defaultTier } from '../domain/tier.js';
import type { Workflow } from '../domain/workflow.js';
import type { Workspace } from '../domain/workspace.js';
import { quarantineOf } from '../policy/bound-agent.js';
import { RunBook } from './book.js';

/** How often a frozen workspace is looked at; what is due meanwhile is late, and its rule says what becomes of it. */
const frozenMs = 15_000;

export async function fireSchedule(tx: Tx, scheduleId: ScheduleId): Promise<void> {
  const [schedule, workspace] = await Promise.all([tx.schedules.get(scheduleId), tx.workspaces.get()]);
  if (schedule?.active !== true || workspace === undefined) return;
  if (workspace.frozen !== undefined) return setTimer(tx, schedule, tx.now + frozenMs);
  const { run, missed } = dueTimes(schedule, tx.now);
  const ground = run.length === 0 ? 'nothing is due' : await groundOf(tx, schedule, workspace);
  if (missed.length > 0) tellSkipped(tx, schedule, missed, 'it was too late');
  if (typeof ground === 'string' && run.length > 0) tellSkipped(tx, schedule, run, ground);
  let last = schedule.last;
  for (const dueAt of run)
    last = typeof ground === 'string' ? { dueAt, problem: ground } : { dueAt, runId: await start(tx, ground, dueAt) };
  const { nextAt: _, ...rest } = schedule;
  await keepSchedule(tx, { ...rest, ...(last === undefined ? {} : { last }) }, nextTime(schedule, tx.now));
}

/** Writes a schedule with the time that is due next, and sets the timer that brings it here. */
export async function keepSchedule(tx: Tx, schedule: Schedule, nextAt: number | undefined): Promise<void> {
  await tx.schedules.put({ ...schedule, ...(nextAt === undefined ? {} : { nextAt }) });
  if (nextAt === undefined) await tx.timers.remove('schedule', schedule.scheduleId);
  else await setTimer(tx, schedule, nextAt);
}

const setTimer = (tx: Tx, { workspaceId, scheduleId: target }: Schedule, fireAt: number): Promise<void> =>
  tx.timers.put({ workspaceId, kind: 'schedule', target, fireAt });

interface Ground {
  readonly schedule: Schedule;
  readonly workspace: Workspace;
  readonly workflow: Workflow;
  readonly principal: Principal;
}

/** What a run of it stands on, or why there is none now. */
async function groundOf(tx: Tx, schedule: Schedule, workspace: Workspace): Promise<Ground | string> {
  const { workflowId, principalId, input } = schedule;
  const principal = await tx.principals.get(principalId);
  if (principal?.active !== true || !mayStartRuns(principal))
    return `"${principalId}", in whose name it runs, may not start runs any more`;
  const agent = principal.kind === 'agent' ? await tx.agents.get(principalId) : undefined;
  const objection = agent === undefined ? undefined : quarantineOf(agent);
  if (objection !== undefined) return objection.message;
  const [workflow] = await tx.workflows.find({ where: { workflow_id: workflowId, active: 1 } });
  if (workflow === undefined) return `there is no active workflow "${workflowId}"`;
  const problems = await inputProblems(workflow.definition.inputSchema, input);
  if (problems.length > 0) return `its input does not fit "${workflowId}": ${problems.join('; ')}`;
  return { schedule, workspace, workflow, principal };
}

async function start(tx: Tx, { schedule, workspace, workflow, principal }: Ground, dueAt: number): Promise<RunId> {
  const { workflowId, version, definition } = workflow;
  const { scheduleId, principalId, input } = schedule;
  const due = isoTime(dueAt);
  const origin = {
    workspaceId: tx.workspaceId,
    runId: tx.newId('run'),
    workflowId,
    workflowVersion: version,
    definition,
    correlationId: `${scheduleId}@${due}`,
    executionTier: definition.executionTier ?? defaultTier(workspace.environment),
    initiatedBy: principalId,
    initiatedFor: await personOf(tx, principalId),
    initiatedVia: 'schedule',
    ...(principal.kind === 'agent' ? { agentId: principalId } : {}),
    input,
  };
  const book = RunBook.begin(tx, freshRun(origin, tx.now));
  book.evidence({
    category: 'Run',
    type: 'RunStarted',
    summary: 'A run was started by a schedule.',
    actor: { ...engineActor, onBehalfOf: principalId },
    links: { scheduleId },
    detail: { workflowId, workflowVersion: version, executionTier: origin.executionTier, via: 'schedule', due },
  });
  book.emit('run.RunStarted', { workflowId, status: 'Pending', scheduleId, due });
  await book.save();
  return origin.runId;
}

function tellSkipped(tx: Tx, { scheduleId }: Schedule, times: readonly number[], why: string): void {
  const detail = { why, times: times.map(isoTime) };
  tx.evidence({
    category: 'System',
    type: 'ScheduleSkipped',
    summary: 'Times of a schedule passed without a run.',
    actor: engineActor,
    links: { scheduleId },
    detail,
  });
  tx.emit({ type: 'schedule.ScheduleSkipped', subject: `schedules/${scheduleId}`, data: { scheduleId, ...detail } });
}
