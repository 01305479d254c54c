import { type Authenticator, authenticateByJwt, Fault, type JwtOptions } from '@quadrivium/kernel';
import type { ControlPlane } from '../app/create-control-plane.js';
import { idOf } from '../domain/ids.js';

/** What other processes revoke is noticed this late by lines that are open; new requests are refused at once. */
const lookMs = 2000;

function onChange({ deps }: Pick<ControlPlane, 'deps'>): NonNullable<Authenticator['onChange']> {
  return (listener) => {
    const timer = setInterval(listener, lookMs).unref();
    deps.accessChanged.add(listener);
    return () => {
      clearInterval(timer);
      deps.accessChanged.delete(listener);
    };
  };
}

/** API keys of the control plane's own database; a revoked key stops working at once, on open lines too. */
export function authenticateByStoredKeys(plane: Pick<ControlPlane, 'authenticateKey' | 'deps'>): Authenticator {
  return {
    scheme: 'keys',
    onChange: onChange(plane),
    async authenticate(authorization) {
      const caller = await plane.authenticateKey(bearer(authorization)).catch((cause: unknown) => {
        if (cause instanceof Fault && cause.kind === 'Unauthenticated') throw unauthenticated('invalid', cause);
        throw cause;
      });
      return {
        subject: caller.principalId,
        kind: caller.kind,
        roles: caller.roles,
        workspaces: [caller.workspaceId],
        ...(caller.scopes === undefined ? {} : { scopes: caller.scopes }),
        via: 'api-key',
      };
    },
  };
}

/**
 * Tokens of an identity provider; `workspaceId` (or `tenantId`) binds them to one workspace. A token outlives the
 * person's place in the workspace: whoever was deactivated there is refused.
 */
export async function authenticateByTokens(
  plane: Pick<ControlPlane, 'deps'>,
  options: JwtOptions,
): Promise<Authenticator> {
  const tokens = await authenticateByJwt({ workspacesClaim: 'workspaceId', ...options });
  return {
    ...tokens,
    onChange: onChange(plane),
    async authenticate(authorization) {
      const identity = await tokens.authenticate(authorization);
      const { subject, workspaces: [workspaceId] = [] } = identity;
      const known =
        workspaceId === undefined
          ? undefined
          : await plane.deps.store.read(workspaceId, (tables) => tables.principals.get(idOf(subject)));
      if (known?.active === false) throw unauthenticated('invalid');
      return identity;
    },
  };
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
