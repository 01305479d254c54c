import type { AgentTask } from '../domain/agent.js';
import { render } from '../domain/template.js';
import { stepKind } from './step-kind.js';

/** Offers work to agents that declare a capability. Whoever claims it holds it as long as the lease is renewed. */
export const agentTask = stepKind<'agent:task'>({
  operation: 'agent:task',
  does: 'settle',
  templates: ({ payload }) => payload ?? null,
  async enter({ tx, run, step, action, scope }) {
    const task: AgentTask = {
      workspaceId: tx.workspaceId,
      taskId: tx.newId('task'),
      runId: run.runId,
      stepId: step.stepId,
      capability: action.capability,
      ...(action.agentId === undefined ? {} : { onlyAgentId: action.agentId }),
      state: 'Queued',
      payload: render(action.payload ?? {}, scope),
      leaseMs: action.leaseMs,
      epoch: 0,
      claims: 0,
      maxClaims: action.maxClaims,
      createdAt: tx.now,
    };
    await tx.tasks.put(task);
    tx.emit({
      type: 'task.TaskQueued',
      subject: `tasks/${task.taskId}`,
      correlationId: run.correlationId,
      runId: run.runId,
      actionId: step.actionId,
      data: { taskId: task.taskId, capability: task.capability },
    });
    return { state: 'WaitingForAgent', taskId: task.taskId };
  },
});
