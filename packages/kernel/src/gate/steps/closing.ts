/** What happens to every call in the end, admitted or not: evidence is kept, and the answer gets its form. */
import { isInputRequired } from '../../registry/operation.js';
import { TaskReply } from '../../registry/task.js';
import { createdTask } from '../../task/task-record.js';
import { invalidParamsCode } from '../../wire/json-rpc.js';
import { RpcError } from '../../wire/rpc-error.js';
import { questionIssue } from '../asked-capabilities.js';
import { keepEvidence } from '../audit.js';
import type { Call, CallFailure, GateStep } from '../call.js';
import { needsClient, protocolFailure } from '../faults.js';
import { offerNarrower } from '../narrower.js';
import { operationOf } from '../operation-of.js';
import { toolErrorProfile } from '../profiles/tool-error.js';
import { redactError, redactFault } from '../redact-fault.js';
import { encodeReply } from '../result.js';
import { encodeState } from '../task-state.js';
import { needsTasks } from './admission.js';

/** A caller that knows no tasks cannot be answered with one, and only clients of MCP can be asked back. */
const answerable: GateStep = {
  name: 'answerable',
  run(call) {
    const { outcome, context } = call;
    const { name } = operationOf(call);
    if (outcome instanceof TaskReply && !context.client.acceptsTasks) call.failure = needsTasks(name);
    if (!isInputRequired(outcome)) return;
    if (context.front !== 'mcp') call.failure = { cause: 'failed', fault: needsClient(name) };
    const issue = call.run === undefined ? undefined : questionIssue(outcome, context.client.capabilities);
    if (issue !== undefined) call.failure = protocolFailure(issue);
  },
};

const audit: GateStep = { name: 'audit', always: true, run: keepEvidence };

/** The result of MCP: text and structure say the same. */
const encoding: GateStep = {
  name: 'encoding',
  run(call) {
    const { outcome, settings } = call;
    if (outcome instanceof TaskReply) call.result = createdTask(encodeState(outcome.state, settings), settings.redact);
    else if (isInputRequired(outcome)) call.result = outcome;
    else if (call.reply !== undefined)
      call.result = offerNarrower(encodeReply(call.reply), operationOf(call).definition);
  },
};

/** A failure becomes what the server's seed demands. Nothing unredacted passes here. */
const errorMapping: GateStep = {
  name: 'error-mapping',
  always: true,
  mapsErrors: true,
  run(call) {
    const { failure } = call;
    if (failure === undefined) return;
    const fault = tellCrash(call, failure);
    if (failure.protocolError !== undefined) throw redactError(failure.protocolError, call.settings.redact);
    if (failure.cause === 'unknown-tool') throw new RpcError(invalidParamsCode, fault.message);
    const { protocolVersion } = call.context;
    const tool = call.operation?.name ?? call.requestedName;
    const cause = failure.cause === 'cancelled' ? 'failed' : failure.cause;
    call.result = profileFor(call, failure).encode({ cause, tool, fault, protocolVersion });
  },
};

/** Callers outside the protocol get the fault itself. */
const faultRaising: GateStep = {
  name: 'fault-raising',
  always: true,
  mapsErrors: true,
  run(call) {
    if (call.failure !== undefined) throw tellCrash(call, call.failure);
  },
};

/** The log has the whole of a bug of ours; callers have what they may see of it. */
function tellCrash(call: Call, { cause, fault }: CallFailure) {
  const seen = redactFault(fault, call.settings.redact);
  if (cause === 'crashed') call.context.log.error({ err: fault, tool: call.requestedName }, seen.message);
  return seen;
}

function profileFor(call: Call, failure: CallFailure) {
  const { errorProfile, inputErrors } = call.settings;
  const blamed = failure.cause === 'failed' && errorProfile.blamesInput?.(failure.fault) === true;
  const asTool = (failure.cause === 'input' || blamed) && inputErrors === 'tool';
  return asTool ? toolErrorProfile : errorProfile;
}

export const closing: readonly GateStep[] = [answerable, audit, encoding, errorMapping];
export const directClosing: readonly GateStep[] = [answerable, audit, faultRaising];
