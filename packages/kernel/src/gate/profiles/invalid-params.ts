import type { ErrorProfile } from '../../registry/error-profile.js';
import { internalErrorCode, invalidParamsCode } from '../../wire/json-rpc.js';
import { RpcError } from '../../wire/rpc-error.js';
import { errorData } from './error-data.js';

/** Bad arguments and refusals are -32602, crashes -32603, both with structured data (career). */
export const invalidParamsProfile: ErrorProfile = {
  name: 'invalid-params',
  encode(failure) {
    const code = failure.cause === 'crashed' ? internalErrorCode : invalidParamsCode;
    throw new RpcError(code, failure.fault.message, errorData(failure));
  },
};
