import { MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';

import { Fault } from '../../fault.js';
import { tasksExtension } from '../../registry/task.js';
import type { Call, CallFailure, GateStep } from '../call.js';
import { toolOf } from '../tool-of.js';

/** Sends calls of tools that are made for it to the background; a caller that knows no tasks waits, or is refused. */
export const taskSupport: GateStep = {
  name: 'task-support',
  run(call) {
    const { definition, name } = toolOf(call);
    if (definition.task === undefined || definition.task === 'by-handler') return;
    if (call.context.client.acceptsTasks) call.background = (context) => definition.run(call.args, context);
    else if (definition.task === 'required') call.failure = needsTasks(name);
  },
};

/** Said in the words of the extension, whatever the error profile: a client branches on the code. */
export function needsTasks(tool: Call['requestedName']): CallFailure {
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } };
  const message = `${tool} answers with a task, and the client does not declare ${tasksExtension}`;
  return {
    cause: 'refused',
    fault: new Fault('TasksRequired', message, { context: { tool } }),
    protocolError: new MissingRequiredClientCapabilityError({ requiredCapabilities }, message),
  };
}
