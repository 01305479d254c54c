import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

import type { ErrorProfile } from '../../registry/error-profile.js';
import { errorData } from './error-data.js';

/** Every failure is JSON-RPC -32603 with structured data (portarium). */
export const internalErrorProfile: ErrorProfile = {
  name: 'internal-error',
  encode(failure) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, failure.fault.message, errorData(failure));
  },
};
