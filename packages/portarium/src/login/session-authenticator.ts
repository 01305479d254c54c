import { type Authenticator, type CredentialRequest, Fault } from '@quadrivium/kernel';
import type { Deps } from '../app/deps.js';
import { sessionOf } from '../app/people/sessions.js';
import type { CookieJar } from './cookies.js';

export const csrfHeader = 'x-csrf-token';
/** Sent by a page in which somebody has moved or typed something within the last minute. */
const attendedHeader = 'x-attended';
const harmless = new Set(['GET', 'HEAD']);

/**
 * People with a session beside whoever comes with a key. Browsers add cookies by themselves, to requests of other pages too
 * (on localhost pages of every port share them), so a cookie alone only reads: whatever changes something also needs the
 * token that only our page can know.
 */
export function withSessions(keys: Authenticator, deps: Deps, cookies: CookieJar): Authenticator {
  // Lines that stay open are looked at again and again: that somebody was there when they were opened counts once.
  const counted = new WeakSet<object>();
  const isAttended = (request: CredentialRequest): boolean => {
    const isNew = !counted.has(request.headers);
    counted.add(request.headers);
    return isNew && request.headers[attendedHeader] !== undefined;
  };
  return {
    ...keys,
    async authenticate(authorization, request) {
      const token = authorization === undefined && request ? cookies.read(request, cookies.session) : undefined;
      if (token === undefined || request === undefined) return keys.authenticate(authorization, request);
      const session = await sessionOf(deps, token, { isAttended: isAttended(request) });
      if (session === undefined) throw ended();
      if (!harmless.has(request.method ?? '') && request.headers[csrfHeader] !== session.csrf) throw forged(request);
      const { principalId: subject, kind, roles, workspaceId } = session.caller;
      return { subject, kind, roles, workspaces: [workspaceId], via: 'session' };
    },
  };
}

const ended = (): Fault =>
  new Fault('Unauthenticated', 'Your session has ended.', {
    context: { reason: 'invalid' },
    suggestion: 'Sign in again.',
  });

const forged = ({ method }: CredentialRequest): Fault =>
  new Fault(
    'Unauthenticated',
    `A session alone does not count for ${method}: the header ${csrfHeader} is missing or wrong.`,
    {
      context: { reason: 'invalid' },
      suggestion: 'Send what GET /auth/session gives as csrf.',
    },
  );
