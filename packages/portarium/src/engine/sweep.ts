/** What becomes due by itself: approvals that expire, leases that run out, schedules. All of it is rows; nothing ticks in memory. */

import type { AgentTask } from '../domain/agent.js';
import { engineActor } from '../domain/evidence.js';
import type { AgentId, ApprovalId, TaskId } from '../domain/ids.js';
import type { Store, Timer, Tx } from '../domain/store-port.js';
import { RunBook } from './book.js';
import { fireSchedule } from './fire-schedule.js';
import { saveRun } from './relatives.js';
import { applySignal } from './signal.js';

export async function fireTimer(store: Store, timer: Timer): Promise<void> {
  await store.transact(timer.workspaceId, async (tx) => {
    const current = await tx.timers.get(timer.kind, timer.target);
    if (current === undefined || current.fireAt > tx.now) return;
    await tx.timers.remove(timer.kind, timer.target);
    if (timer.kind === 'task-lease') await loseTask(tx, timer.target);
    else if (timer.kind === 'agent-lease') await loseAgent(tx, timer.target);
    else if (timer.kind === 'schedule') await fireSchedule(tx, timer.target);
    else if (timer.kind === 'approval-due') await escalate(tx, timer.target);
    else await expireApproval(tx, timer.target);
  });
}

async function expireApproval(tx: Tx, approvalId: ApprovalId): Promise<void> {
  const approval = await tx.approvals.get(approvalId);
  if (approval === undefined || (approval.status !== 'Pending' && approval.status !== 'RequestChanges')) return;
  await tx.approvals.put({ ...approval, status: 'Expired', closedBecause: 'expired', decidedAt: tx.now });
  const book = await RunBook.open(tx, approval.runId);
  const { stepId } = approval;
  book.evidence({
    category: 'Approval',
    type: 'ApprovalExpired',
    summary: 'Nobody decided in time.',
    links: { approvalId },
  });
  book.emit('approval.ApprovalExpired', { approvalId, reason: 'expired' }, stepId);
  await applySignal(book, { kind: 'expired', stepId, message: 'The approval expired before it was decided.' });
  await saveRun(book);
}

/** Nobody decided in time to be useful. The approval goes on waiting, and more people hear of it. */
async function escalate(tx: Tx, approvalId: ApprovalId): Promise<void> {
  const approval = await tx.approvals.get(approvalId);
  if (approval?.status !== 'Pending') return;
  await tx.approvals.put({ ...approval, escalatedAt: tx.now });
  const { runId, stepId, escalateTo: to = [] } = approval;
  const book = await RunBook.open(tx, runId);
  book.evidence({
    category: 'Approval',
    type: 'ApprovalEscalated',
    summary: 'An approval is overdue.',
    links: { approvalId },
    detail: { to },
  });
  book.emit('approval.ApprovalEscalated', { approvalId, to, prompt: approval.prompt }, stepId);
}

async function loseTask(tx: Tx, taskId: TaskId): Promise<void> {
  const task = await tx.tasks.get(taskId);
  if (task?.state === 'Claimed' && (task.leaseUntil ?? 0) <= tx.now) await requeue(tx, task, 'its lease ran out');
}

async function loseAgent(tx: Tx, agentId: AgentId): Promise<void> {
  const agent = await tx.agents.get(agentId);
  if (agent === undefined || (agent.leaseUntil ?? 0) > tx.now) return;
  await tx.agents.put({ ...agent, staleSince: tx.now });
  tx.evidence({
    category: 'System',
    type: 'AgentStale',
    summary: 'An agent stopped sending heartbeats.',
    actor: engineActor,
    links: { agentId },
  });
  tx.emit({ type: 'agent.AgentStale', subject: `agents/${agentId}`, data: { agentId } });
  const held = await tx.tasks.find({ where: { state: 'Claimed', claimed_by: agentId } });
  for (const task of held) await requeue(tx, task, 'its agent is stale');
}

/** Back to the queue under a higher number, so that the former holder's result no longer counts; or given up. */
export async function requeue(tx: Tx, task: AgentTask, why: string): Promise<void> {
  const { taskId, runId, stepId, claimedBy } = task;
  const { claimedBy: _, leaseUntil: __, ...free } = task;
  await tx.timers.remove('task-lease', taskId);
  const spent = task.claims >= task.maxClaims;
  await tx.tasks.put({
    ...free,
    epoch: task.epoch + 1,
    state: spent ? 'Failed' : 'Queued',
    ...(spent ? { endedAt: tx.now } : {}),
  });
  const book = await RunBook.open(tx, runId);
  book.evidence({
    category: 'Action',
    type: spent ? 'TaskGivenUp' : 'TaskRequeued',
    summary: `A task was taken back: ${why}.`,
    links: { taskId, ...(claimedBy === undefined ? {} : { agentId: claimedBy }) },
    detail: { epoch: task.epoch + 1 },
  });
  book.emit('task.TaskRequeued', { taskId, epoch: task.epoch + 1, why }, stepId);
  if (spent)
    await applySignal(book, {
      kind: 'step-failed',
      stepId,
      message: `No agent finished the task in ${task.maxClaims} claims.`,
    });
  await saveRun(book);
}
