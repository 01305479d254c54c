import { CLIENT_CAPABILITIES_META_KEY, type RequestId } from '@modelcontextprotocol/server';
import { isObject } from '../essentials/is-object.js';

import { tasksExtension } from '../essentials/mcp-extensions.js';
import { missingCapabilityCode, type WireError, wireError } from '../wire/json-rpc.js';

/**
 * News of tasks are not sent, so the SDK acknowledges a subscription to them with nothing, as it may. But whoever asks for
 * them without having declared the extension must be told, and that the SDK does not know.
 */
export function asksForTasksUndeclared(params: unknown): boolean {
  if (!isObject(params) || !isObject(params.notifications) || params.notifications.taskIds === undefined) return false;
  const declared = isObject(params._meta) ? params._meta[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const extensions = isObject(declared) ? declared.extensions : undefined;
  return !isObject(extensions) || extensions[tasksExtension] === undefined;
}

export function undeclaredTasks(id: RequestId): WireError {
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } };
  return wireError(id, missingCapabilityCode, 'Missing required client capability', { requiredCapabilities });
}
