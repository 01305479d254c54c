import type { Run } from '../../domain/run.js';
import type { Tx } from '../../domain/store-port.js';

/** A run with all that belongs to it, but for its evidence. Says how many documents that were. */
export async function removeRun(tx: Tx, { runId }: Pick<Run, 'runId'>): Promise<number> {
  const where = { run_id: runId };
  const steps = await tx.steps.find({ where });
  const plans = await tx.plans.find({ where });
  const approvals = await tx.approvals.find({ where });
  const workItems = await tx.workItems.find({ where });
  const tasks = await tx.tasks.find({ where });
  const approvalIds = approvals.map(({ approvalId }) => approvalId);
  const overrides =
    approvals.length === 0 ? [] : await tx.overrides.find({ where: { approval_id: { in: approvalIds } } });
  for (const { seq, stepId } of steps) await tx.steps.remove(runId, seq, stepId);
  for (const { planId } of plans) await tx.plans.remove(planId);
  for (const { overrideId } of overrides) await tx.overrides.remove(overrideId);
  for (const { workItemId } of workItems) await tx.workItems.remove(workItemId);
  for (const { taskId } of tasks) await tx.tasks.remove(taskId);
  for (const approvalId of approvalIds) {
    await tx.approvals.remove(approvalId);
    await tx.timers.remove('approval-expiry', approvalId);
    await tx.timers.remove('approval-due', approvalId);
  }
  await tx.runs.remove(runId);
  return [steps, plans, approvals, overrides, workItems, tasks].reduce((sum, { length }) => sum + length, 1);
}
