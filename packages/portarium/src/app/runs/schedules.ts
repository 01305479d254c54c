/** Runs that start by themselves, at times; `engine/fire-schedule.ts` starts them. */
import * as view from '../../answers/index.js';
import { nextTime, nextTimes, recurrenceProblem } from '../../domain/cron.js';
import { idOf } from '../../domain/ids.js';
import { inputProblems } from '../../domain/json-schema.js';
import { type Caller, requirePermission } from '../../domain/principal.js';
import type { Schedule, ScheduleBody } from '../../domain/schedule.js';
import type { Tx } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import { keepSchedule } from '../../engine/fire-schedule.js';
import { invalidInput, notFound, portariumFault } from '../../faults.js';
import { actorOf, type Deps } from '../deps.js';
import { activeWorkflow } from '../workflows/workflows.js';

export async function listSchedules(deps: Deps, caller: Caller): Promise<readonly view.ScheduleView[]> {
  const schedules = await deps.store.read(caller.workspaceId, (tables) => tables.schedules.find());
  return deps.redact(schedules.map((it) => scheduleView(it, deps.surroundings.now())));
}

export async function getSchedule(deps: Deps, caller: Caller, scheduleId: string): Promise<view.ScheduleView> {
  const schedule = await deps.store.read(caller.workspaceId, (tables) => tables.schedules.get(idOf(scheduleId)));
  if (schedule === undefined) throw notFound('schedule', scheduleId);
  return deps.redact(scheduleView(schedule, deps.surroundings.now()));
}

/** Whoever saves it is whoever its runs are for: nobody makes somebody else start something. */
export async function putSchedule(
  deps: Deps,
  caller: Caller,
  { scheduleId, ...body }: ScheduleBody & { readonly scheduleId: string },
): Promise<view.ScheduleView> {
  requirePermission(caller, 'run:start');
  const saved = await deps.transact(caller.workspaceId, async (tx) => {
    await check(tx, caller, body);
    const before = await tx.schedules.get(idOf(scheduleId));
    const { workspaceId, now: savedAt } = tx;
    const { principalId } = caller;
    const own = { workspaceId, scheduleId: idOf<'schedule'>(scheduleId), principalId, savedAt };
    const last = before?.last === undefined ? {} : { last: before.last };
    const schedule: Schedule = { ...body, workflowId: idOf(body.workflowId), input: body.input ?? {}, ...own, ...last };
    const nextAt = nextOf(schedule, before, savedAt);
    await keepSchedule(tx, schedule, nextAt);
    const { workflowId, cron, timeZone, catchUp, active } = schedule;
    tx.evidence({
      category: 'System',
      type: 'ScheduleSaved',
      summary: 'A schedule was saved.',
      actor: actorOf(caller, await tx.principals.get(caller.principalId)),
      links: { scheduleId },
      detail: { workflowId, cron, timeZone, catchUp, active },
    });
    return { ...schedule, ...(nextAt === undefined ? {} : { nextAt }) };
  });
  return deps.redact(scheduleView(saved, deps.surroundings.now()));
}

export async function removeSchedule(deps: Deps, caller: Caller, scheduleId: string): Promise<void> {
  await deps.transact(caller.workspaceId, async (tx) => {
    if ((await tx.schedules.get(idOf(scheduleId))) === undefined) throw notFound('schedule', scheduleId);
    await tx.schedules.remove(idOf(scheduleId));
    await tx.timers.remove('schedule', idOf(scheduleId));
    tx.evidence({
      category: 'System',
      type: 'ScheduleRemoved',
      summary: 'A schedule was removed.',
      actor: actorOf(caller),
      links: { scheduleId },
    });
  });
}

/** A time that is due already is not lost when something else about the schedule is changed. */
function nextOf(schedule: Schedule, before: Schedule | undefined, now: number): number | undefined {
  if (!schedule.active) return undefined;
  const isSame = before?.cron === schedule.cron && before.timeZone === schedule.timeZone;
  return (isSame ? before.nextAt : undefined) ?? nextTime(schedule, now);
}

async function check(tx: Tx, caller: Caller, body: ScheduleBody): Promise<void> {
  const problem = recurrenceProblem(body, tx.now);
  if (problem !== undefined)
    throw invalidInput(`${problem.field} ${problem.message}`, { [problem.field]: [problem.message] });
  const { definition } = await activeWorkflow(tx, body.workflowId);
  const misfits = await inputProblems(definition.inputSchema, body.input ?? {});
  if (misfits.length > 0) throw invalidInput('The input does not fit the workflow.', { input: misfits });
  if ((await tx.principals.get(caller.principalId)) !== undefined) return;
  throw portariumFault(
    'Forbidden',
    `"${caller.principalId}" is not known here, so nothing can run in that name later.`,
    {
      suggestion: 'Have an administrator save the principal, then save the schedule.',
    },
  );
}

const shownTimes = 5;

function scheduleView(schedule: Schedule, now: number): view.ScheduleView {
  const { last, nextAt, active, ...said } = schedule;
  return view.answerOf(view.ScheduleView, said, {
    active,
    runsAsUserId: schedule.principalId,
    savedAtIso: isoTime(schedule.savedAt),
    nextAtIso: nextAt === undefined ? undefined : isoTime(nextAt),
    upcomingIso: active ? nextTimes(schedule, now, shownTimes).map(isoTime) : [],
    last: last === undefined ? undefined : { ...last, dueAtIso: isoTime(last.dueAt) },
  });
}
