import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

import type { ErrorProfile } from '../../registry/error-profile.js';
import { errorData } from './error-data.js';

/** Bad arguments and refusals are -32602, crashes -32603, both with structured data (career). */
export const invalidParamsProfile: ErrorProfile = {
  name: 'invalid-params',
  encode(failure) {
    const code = failure.cause === 'crashed' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, failure.fault.message, errorData(failure));
  },
};
