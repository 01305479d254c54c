/**
 * Requests that are refused before they are a call: nobody knows the key, there is no such route, the body is no JSON. They
 * are kept like calls. Who has no key could fill the record with them, so of those a few a minute are kept, and the next says
 * how many were not.
 */

import type { AuditHook, Identity } from '@quadrivium/kernel';
import { presentTime } from '@quadrivium/kernel/essentials';

export interface RefusedRequest {
  readonly front: 'rest' | 'cli';
  /** What was asked for, as it was asked. */
  readonly target: string;
  readonly kind: string;
  readonly requestId: string;
  /** Nobody when left out. */
  readonly identity?: Identity;
}

const nobody: Identity = { subject: 'nobody', roles: [], via: 'anonymous' };
const mostPerMinute = 60;

export function refusalLog(
  audit: AuditHook,
  now: () => number = presentTime,
): (refused: RefusedRequest) => Promise<void> {
  let minute = 0;
  let kept = 0;
  let unrecorded = 0;
  return async ({ front, target, kind, requestId, identity = nobody }) => {
    const startedAtMs = now();
    if (Math.floor(startedAtMs / 60_000) !== minute) [minute, kept] = [Math.floor(startedAtMs / 60_000), 0];
    if (identity === nobody) kept += 1;
    if (identity === nobody && kept > mostPerMinute) {
      unrecorded += 1;
      return;
    }
    const args = unrecorded === 0 ? {} : { unrecorded };
    unrecorded = 0;
    const what = {
      server: 'portarium-mcp-server',
      method: 'tools/call',
      front,
      target,
      identity,
      requestId,
      args,
    } as const;
    const when = { era: 'modern', protocolVersion: '', startedAtMs, durationMs: 0 } as const;
    await audit({ ...what, ...when, outcome: 'refused', kind });
  };
}
