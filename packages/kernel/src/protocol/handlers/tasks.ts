import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '../../essentials/is-object.js';
import { tasksExtension } from '../../essentials/mcp-extensions.js';
import type { GateSettings } from '../../gate/call.js';
import { identifyCaller } from '../../gate/identify-caller.js';
import { encodeState } from '../../gate/task-state.js';
import { noAudit, unobserved } from '../../registry/audit-event.js';
import type { ServerDefinition } from '../../registry/server-definition.js';
import type { RunningTask } from '../../task/running-task.js';
import { detailedTask, isOver, type TaskRecord } from '../../task/task-record.js';

import { offersTasks } from '../extensions.js';
import type { RequestContext } from '../request-context.js';
import { audited } from './audited.js';
import { type HandlerParts, type HandlerTable, invalidParams, requiredText } from './handler.js';
import { projected } from './projected-result.js';

/** The three methods of the tasks extension. A task is one this process runs, or one the server's port knows. */
export function taskHandlers(parts: HandlerParts): HandlerTable {
  const { definition, settings } = parts;
  if (!offersTasks(definition)) return {};
  return {
    async 'tasks/get'(params, context, server) {
      const { record } = await found(parts, params, context);
      return detailedTask(shown(record, settings, server), settings.redact) as Result;
    },

    async 'tasks/update'(params, context) {
      requireExtension(context);
      // The SDK takes them out of the parameters of every request.
      const { inputResponses } = context.client;
      if (inputResponses === undefined) throw invalidParams('Invalid params: inputResponses must be an object');
      return change(parts, 'tasks/update', params, context, ({ own, record }) => {
        if (own !== undefined) own.answer(inputResponses);
        else if (record.status === 'input_required')
          return definition.tasks?.update?.(record.taskId, inputResponses, context);
      });
    },

    async 'tasks/cancel'(params, context) {
      return change(parts, 'tasks/cancel', params, context, ({ own, record }) => {
        if (own !== undefined) own.cancel();
        else if (!isOver(record)) return definition.tasks?.cancel(record.taskId, context);
      });
    },
  };
}

interface FoundTask {
  readonly own: RunningTask | undefined;
  readonly record: TaskRecord;
}

/** Acknowledged with nothing; what came of it is told by the next `tasks/get`. */
async function change(
  parts: HandlerParts,
  method: 'tasks/update' | 'tasks/cancel',
  params: JsonObject,
  context: RequestContext,
  act: (task: FoundTask) => void | Promise<void>,
): Promise<Result> {
  const task = await found(parts, params, context);
  const { taskId } = task.record;
  const request = { method, target: taskId, args: params, subject: { taskId } };
  return audited(parts.settings, context, request, async () => {
    await act(task);
    return {};
  });
}

async function found(
  { definition, settings }: HandlerParts,
  params: JsonObject,
  context: RequestContext,
): Promise<FoundTask> {
  requireExtension(context);
  await identifyCaller(settings, context);
  const taskId = requiredText(params, 'taskId');
  const own = settings.tasks.find(taskId, context.identity);
  if (own !== undefined) return { own, record: own.record };
  const record = await kept(definition, settings, taskId, context);
  if (record === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Task not found', { taskId });
  return { own, record };
}

async function kept(
  definition: ServerDefinition,
  settings: GateSettings,
  taskId: string,
  context: RequestContext,
): Promise<TaskRecord | undefined> {
  const request = { method: 'tasks/get', target: taskId, args: {}, subject: { taskId } } as const;
  const unheard = { ...settings, audit: noAudit, observe: unobserved };
  const state = await audited(unheard, context, request, async () => definition.tasks?.get(taskId, context));
  return state === undefined ? undefined : encodeState(state, settings);
}

/** Older revisions have methods of the same name that mean something else, and no server here serves them. */
function requireExtension({ era, client }: RequestContext): void {
  if (era !== 'modern') throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
  if (client.acceptsTasks) return;
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
}

function shown(record: TaskRecord, { registry }: GateSettings, server: Server): TaskRecord {
  if (record.status !== 'completed') return record;
  return { ...record, result: projected(server, record.result, registry.operation(record.tool)) };
}
