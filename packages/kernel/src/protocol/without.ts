/** What the context of a call has in place of what is not there. */
import { Fault } from '../fault.js';
import type { AuditClaim } from '../registry/operation-context.js';

/** Until the gate has taken the call, there is no event to claim. */
export const noClaim: AuditClaim = {
  wanted: false,
  event: () => {
    throw new Error('Only the gate can tell the event of a call.');
  },
  kept() {},
};

export function noFiles(): never {
  throw new Fault('NoFiles', 'This server was started without any directory it may use.', {
    suggestion: 'Start the server with the directories it may use.',
  });
}
