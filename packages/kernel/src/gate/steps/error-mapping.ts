import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Call, CallFailure, GateStep } from '../call.js';
import { toolErrorProfile } from '../profiles/tool-error.js';
import { redactError, redactFault } from '../redact-fault.js';

/** Last: a failure becomes what the server's seed demands. Nothing unredacted passes here. */
export const errorMapping: GateStep = {
  name: 'error-mapping',
  always: true,
  mapsErrors: true,
  run(call) {
    const { failure } = call;
    if (failure === undefined) return;
    const fault = redactFault(failure.fault, call.settings.redact);
    if (failure.cause === 'crashed')
      call.context.log.error({ err: failure.fault, tool: call.requestedName }, fault.message);
    if (failure.protocolError !== undefined) throw redactError(failure.protocolError, call.settings.redact);
    if (failure.cause === 'unknown-tool') throw new ProtocolError(ProtocolErrorCode.InvalidParams, fault.message);
    const { protocolVersion } = call.context;
    const tool = call.tool?.name ?? call.requestedName;
    const cause = failure.cause === 'cancelled' ? 'failed' : failure.cause;
    call.result = profileFor(call, failure).encode({ cause, tool, fault, protocolVersion });
  },
};

function profileFor(call: Call, failure: CallFailure) {
  const asTool = failure.cause === 'input' && call.settings.inputErrors === 'tool';
  return asTool ? toolErrorProfile : call.settings.errorProfile;
}
