import { idOf } from '../domain/ids.js';
import type { Caller } from '../domain/principal.js';
import type { Run } from '../domain/run.js';
import type { Collections } from '../domain/store-port.js';
import { notFound } from '../faults.js';

/** Agents see the runs they started; everybody else sees all of the workspace. */
export async function ownRun(tables: Collections, caller: Caller, runId: string): Promise<Run> {
  const run = await tables.runs.get(idOf(runId));
  if (run === undefined || !(await isOwnRun(tables, caller, runId, run))) throw notFound('run', runId);
  return run;
}

export async function isOwnRun(tables: Collections, caller: Caller, runId: string, known?: Run): Promise<boolean> {
  if (caller.kind !== 'agent') return true;
  const run = known ?? (await tables.runs.get(idOf(runId)));
  return run?.initiatedBy === caller.principalId || worksOn(tables, caller, runId);
}

async function worksOn(tables: Collections, caller: Caller, runId: string): Promise<boolean> {
  const tasks = await tables.tasks.find({ where: { run_id: runId, claimed_by: caller.principalId }, limit: 1 });
  return tasks.length > 0;
}
