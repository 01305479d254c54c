import * as z from 'zod';
import type { AgentTask } from '../domain/agent.js';
import { idOf } from '../domain/ids.js';
import { render } from '../domain/template.js';
import { milliseconds, template } from '../domain/workflow.js';
import { stepKind } from './step-kind.js';

/** Offers work to agents that declare a capability. Whoever claims it holds it as long as the lease is renewed. */
export const agentTask = stepKind(
  'agent:task',
  {
    capability: z.string().min(1).describe('entity:verb; only agents that declare it are offered the task'),
    agentId: z.string().optional().describe('Only this agent'),
    payload: template.optional(),
    leaseMs: milliseconds.default(300_000),
    maxClaims: z.int().min(1).max(20).default(5),
  },
  {
    does: 'settle',
    templates: ({ payload }) => payload ?? null,
    async enter({ tx, run, step, action, scope }) {
      const task: AgentTask = {
        workspaceId: tx.workspaceId,
        taskId: tx.newId('task'),
        runId: run.runId,
        stepId: step.stepId,
        capability: action.capability,
        ...(action.agentId === undefined ? {} : { onlyAgentId: idOf(action.agentId) }),
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
  },
);
