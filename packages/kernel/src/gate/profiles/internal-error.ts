import type { ErrorProfile } from '../../registry/error-profile.js';
import { internalErrorCode } from '../../wire/json-rpc.js';
import { RpcError } from '../../wire/rpc-error.js';
import { errorData } from './error-data.js';

/** Every failure is JSON-RPC -32603 with structured data (portarium). */
export const internalErrorProfile: ErrorProfile = {
  name: 'internal-error',
  encode(failure) {
    throw new RpcError(internalErrorCode, failure.fault.message, errorData(failure));
  },
};
