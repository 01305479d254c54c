import type { Action } from '../domain/workflow.js';
import { notFound } from '../faults.js';
import { agentTask } from './agent-task.js';
import { approvalRequest } from './approval-request.js';
import { eventEmit } from './event-emit.js';
import { flowCondition } from './flow-condition.js';
import { httpCall } from './http-call.js';
import { humanTask } from './human-task.js';
import { mcpCall } from './mcp-call.js';
import { runStart } from './run-start.js';
import type { StepKind } from './step-kind.js';
import { timerWait } from './timer-wait.js';
import { workItemCreate } from './work-item-create.js';

/** Every kind of step, in the order of the published schema. */
export const stepKinds = [
  mcpCall,
  httpCall,
  approvalRequest,
  workItemCreate,
  humanTask,
  agentTask,
  timerWait,
  eventEmit,
  flowCondition,
  runStart,
] as const;

const byOperation: ReadonlyMap<string, StepKind> = new Map(stepKinds.map((kind) => [kind.operation, kind]));

export function kindOf({ operation }: Pick<Action, 'operation'>): StepKind {
  const kind = byOperation.get(operation);
  if (kind === undefined) throw notFound('kind of step', operation);
  return kind;
}

/** For steps of which it is known that they call. */
export function callKindOf(action: Pick<Action, 'operation'>): Extract<StepKind, { does: 'call' }> {
  const kind = kindOf(action);
  if (kind.does !== 'call') throw new TypeError(`${action.operation} makes no call.`);
  return kind;
}

/** The configured servers that these steps call. */
export function serversOf({ actions }: { readonly actions: readonly Action[] }): readonly string[] {
  return [...new Set(actions.flatMap((action) => serverOf(action) ?? []))];
}

export function serverOf(action: Action): string | undefined {
  const kind = kindOf(action);
  return kind.does === 'call' && 'server' in kind ? kind.server(action) : undefined;
}
