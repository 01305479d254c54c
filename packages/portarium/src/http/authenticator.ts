import { type Authenticator, authenticateByJwt, Fault, type JwtOptions } from '@quadrivium/kernel';
import type { ControlPlane } from '../app/create-control-plane.js';

/** API keys of the control plane's own database; a revoked key stops working with the next request. */
export function authenticateByStoredKeys(plane: Pick<ControlPlane, 'authenticateKey'>): Authenticator {
  return {
    scheme: 'keys',
    async authenticate(authorization) {
      const caller = await plane.authenticateKey(bearer(authorization)).catch((cause: unknown) => {
        if (cause instanceof Fault && cause.kind === 'Unauthenticated') throw unauthenticated('invalid', cause);
        throw cause;
      });
      return { subject: caller.principalId, roles: caller.roles, workspaces: [caller.workspaceId], via: 'api-key' };
    },
  };
}

/** Tokens of an identity provider; `workspaceId` (or `tenantId`) binds them to one workspace. */
export function authenticateByTokens(options: JwtOptions): Promise<Authenticator> {
  return authenticateByJwt({ workspacesClaim: 'workspaceId', ...options });
}

/** Keys and tokens side by side: people come with tokens, agents with keys. */
export function eitherOf(keys: Authenticator, tokens: Authenticator): Authenticator {
  return {
    ...tokens,
    authenticate: (authorization) =>
      /^bearer +eyJ/i.test(authorization ?? '') ? tokens.authenticate(authorization) : keys.authenticate(authorization),
  };
}

function bearer(authorization: string | undefined): string {
  if (authorization === undefined || authorization === '') throw unauthenticated('missing');
  const token = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw unauthenticated('invalid');
  return token;
}

/** The front answers faults of this kind with 401 and a challenge. */
function unauthenticated(reason: 'missing' | 'invalid', cause?: unknown): Fault<'Unauthenticated'> {
  return new Fault(
    'Unauthenticated',
    reason === 'missing' ? 'This server needs a bearer token.' : 'The bearer token is not valid.',
    {
      context: { reason },
      cause,
    },
  );
}
