import { type Authenticator, type Identity, localIdentity } from '@quadrivium/kernel';
import { authenticateByStoredKeys, type ControlPlane } from '@quadrivium/portarium/server';

/** Whoever comes without a key may start runs and look at them, but decides nothing: approving needs a person's key. */
export const withoutKey: Identity = { ...localIdentity, roles: ['operator'] };

/**
 * Everything listens on loopback, so a caller without a key is somebody on this machine; a caller with one is whoever the
 * key belongs to. A wrong key is refused, not taken for no key.
 */
export function keyOrLocal(plane: ControlPlane): Authenticator {
  const keys = authenticateByStoredKeys(plane);
  return {
    ...keys,
    scheme: 'none',
    authenticate: (authorization) => (authorization === undefined ? withoutKey : keys.authenticate(authorization)),
  };
}
