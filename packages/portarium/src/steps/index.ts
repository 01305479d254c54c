import type { Action, Operation } from '../domain/workflow.js';
import { agentTask } from './agent-task.js';
import { approvalRequest } from './approval-request.js';
import { eventEmit, flowCondition, timerWait } from './flow.js';
import { httpCall } from './http-call.js';
import { mcpCall } from './mcp-call.js';
import { runStart } from './run-start.js';
import type { StepKind } from './step-kind.js';
import { humanTask, workItemCreate } from './work-items.js';

/** Every type of step, by its operation. */
export const stepKinds: { readonly [Op in Operation]: StepKind<Op> } = {
  'mcp:call': mcpCall,
  'http:call': httpCall,
  'approval:request': approvalRequest,
  'work-item:create': workItemCreate,
  'human:task': humanTask,
  'agent:task': agentTask,
  'timer:wait': timerWait,
  'event:emit': eventEmit,
  'flow:condition': flowCondition,
  'run:start': runStart,
};

/** The kind of an action, with the type that ties the two together given up: the table above has established it. */
export function kindOf(action: Action): StepKind {
  return stepKinds[action.operation] as unknown as StepKind;
}
