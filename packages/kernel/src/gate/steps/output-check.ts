import { isInputRequiredResult } from '@modelcontextprotocol/server';

import { TaskReply } from '../../registry/task.js';
import { createdTask } from '../../task/task-record.js';
import type { Call, GateStep } from '../call.js';
import { invalidOutput } from '../faults.js';
import { checkedReply } from '../result.js';
import { encodeState } from '../task-state.js';
import { toolOf } from '../tool-of.js';
import { needsTasks } from './task-support.js';

/** What leaves matches the schema that was listed, secrets are gone, and text and structure say the same. */
export const outputCheck: GateStep = {
  name: 'output-check',
  run(call) {
    const { outcome } = call;
    if (isInputRequiredResult(outcome)) call.result = outcome;
    else if (outcome instanceof TaskReply) nameTask(call, outcome);
    else finish(call, outcome);
  },
};

function nameTask(call: Call, { state }: TaskReply): void {
  if (!call.context.client.acceptsTasks) call.failure = needsTasks(toolOf(call).name);
  else call.result = createdTask(encodeState(state, call.settings), call.settings.redact);
}

function finish(call: Call, outcome: unknown): void {
  const tool = toolOf(call);
  const checked = checkedReply(tool, outcome, call.settings.redact);
  if (checked.ok) call.result = checked.result;
  else call.failure = { cause: 'crashed', fault: invalidOutput(tool.name, checked.issues) };
}
