/**
 * Requests that are refused before they are a call: nobody knows the key, there is no such route, the body is no JSON. They
 * are kept like calls; of those without a key a few a minute, and the next says how many were not.
 */

import { type AuditHook, fewPerMinute, type Identity } from '@quadrivium/kernel';
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

export function refusalLog(
  audit: AuditHook,
  now: () => number = presentTime,
): (refused: RefusedRequest) => Promise<void> {
  const strangers = fewPerMinute(now);
  return async ({ front, target, kind, requestId, identity = nobody }) => {
    const startedAtMs = now();
    const told = identity === nobody ? strangers() : 1;
    if (told === 0) return;
    const args = told === 1 ? {} : { unrecorded: told - 1 };
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
