import { Fault } from '../../fault.js';
import type { GateStep } from '../call.js';

/** Nothing is decided about a caller without a name. Transports establish it; this is where it is insisted on. */
export const identity: GateStep = {
  name: 'identity',
  run(call) {
    if (call.context.identity.subject === '') throw new Fault('Unauthenticated', 'The caller has no identity.');
  },
};
