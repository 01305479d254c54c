import { idOf } from '../../domain/ids.js';
import type { Caller } from '../../domain/principal.js';
import type { Run } from '../../domain/run.js';
import type { Collections } from '../../domain/store-port.js';
import { notFound } from '../../faults.js';

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

/** The same for many, in two questions to the database and not in two for each. */
export async function ownRunsOf(
  tables: Collections,
  caller: Caller,
  runIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (caller.kind !== 'agent' || runIds.length === 0) return new Set(runIds);
  const asked = { run_id: { in: [...new Set(runIds)] } };
  const started = await tables.runs.find({ where: { ...asked, initiated_by: caller.principalId } });
  const worked = await tables.tasks.find({ where: { ...asked, claimed_by: caller.principalId } });
  return new Set([...started, ...worked].map(({ runId }) => String(runId)));
}

async function worksOn(tables: Collections, caller: Caller, runId: string): Promise<boolean> {
  const tasks = await tables.tasks.find({ where: { run_id: runId, claimed_by: caller.principalId }, limit: 1 });
  return tasks.length > 0;
}
