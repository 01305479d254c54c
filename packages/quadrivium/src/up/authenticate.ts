import {
  type Authenticator,
  type Identity,
  localIdentity,
  registerSecret,
  type ServerDefinition,
} from '@quadrivium/kernel';
import { newSecret } from '@quadrivium/kernel/essentials';
import { authenticateByStoredKeys, type ControlPlane, isWithin, permissionsOf } from '@quadrivium/portarium/server';
import { quadriviumFault } from '../faults.js';

/**
 * Whoever comes without a key may look and ask, and start workflows, which policies and people govern; approving needs a
 * person's key, and so does running a study or writing an export.
 */
export const withoutKey: Identity = { ...localIdentity, roles: ['operator'] };

/**
 * Everything listens on loopback, so a caller without a key is somebody on this machine; a caller with one is whoever the
 * key belongs to. A wrong key is refused, not taken for no key.
 */
export function keyOrLocal(plane: ControlPlane, house: HouseKey): Authenticator {
  const keys = keyOnly(plane, house);
  return {
    ...keys,
    scheme: 'none',
    authenticate: (authorization) => (authorization === undefined ? withoutKey : keys.authenticate(authorization)),
  };
}

/** For a house that others than this machine can reach through a proxy: who has no key is nobody. */
export function keyOnly(plane: ControlPlane, { key, identity }: HouseKey): Authenticator {
  const keys = authenticateByStoredKeys(plane);
  return {
    ...keys,
    authenticate: (authorization) => (authorization === `Bearer ${key}` ? identity : keys.authenticate(authorization)),
  };
}

/** With what the control plane calls its neighbours for the runs it governs. */
export interface HouseKey {
  readonly key: string;
  readonly identity: Identity;
}

/** Nobody is ever told it, and it ends with the process. */
export function newHouseKey(): HouseKey {
  const key = newSecret(32);
  registerSecret(key);
  return { key, identity: { subject: 'portarium', roles: ['agent'], via: 'api-key' } };
}

type Check = (identity: Identity, operation: string) => void;

/** A server whose writes need a role that is for more than reading. */
export const withRoleForWrites = (definition: ServerDefinition): ServerDefinition =>
  checkingWrites(definition, requireRole);

/** A server whose writes need a key of some sort as well. */
export const withKeyForWrites = (definition: ServerDefinition): ServerDefinition =>
  checkingWrites(definition, (identity, operation) => {
    requireKey(identity, operation);
    requireRole(identity, operation);
  });

function checkingWrites(definition: ServerDefinition, check: Check): ServerDefinition {
  const operations = (definition.operations ?? []).map((operation) =>
    operation.effect === 'read' ? operation : { ...operation, needs: operation.needs ?? 'write' },
  );
  return { ...definition, operations, authorize: (_, { identity }, __, name) => check(identity, name) };
}

/** The roles of the control plane count in the whole house: an auditor changes nothing next door either. */
function requireRole(identity: Identity, operation: string): void {
  if (hasRole(identity)) return;
  const { roles } = identity;
  throw quadriviumFault('RoleMissing', `${operation} changes something, and your roles only read`, {
    context: { tool: operation, roles },
    suggestion: 'Ask an administrator of the workspace for a role that writes, such as operator.',
  });
}

const hasRole = ({ via, roles }: Identity): boolean =>
  (via === 'local' && roles.includes('owner')) ||
  permissionsOf({ roles }).some((permission) => !permission.endsWith(':read'));

function requireKey(identity: Identity, operation: string): void {
  if (hasKey(identity)) return;
  throw quadriviumFault('KeyRequired', `${operation} needs a key: without one this house only answers questions`, {
    context: { tool: operation },
    suggestion: 'Send the key that the first start printed as Authorization: Bearer <key>, or make one with portarium.',
  });
}

const hasKey = ({ via, roles }: Identity): boolean => via !== 'local' || roles.includes('owner');

/** Whether such a server would let this caller write at all; what the call is about is not known yet. */
export const mayWriteTo = (identity: Identity, server: string): boolean =>
  hasKey(identity) && hasRole(identity) && isWithin(identity.scopes, `server:${server}`);

/** A key that was narrowed reaches a server beside the control plane only when it names it, reading included. */
export function withinScopes(definition: ServerDefinition, server: string): ServerDefinition {
  const { identify } = definition;
  return {
    ...definition,
    identify: (found, asked) => {
      requireScope(found, server);
      return identify === undefined ? found : identify(found, asked);
    },
  };
}

function requireScope({ scopes }: Identity, server: string): void {
  if (isWithin(scopes, `server:${server}`)) return;
  throw quadriviumFault('ScopeMissing', `This key is narrowed to other things than the tools of ${server}`, {
    context: { scopes },
    suggestion: `Use a key without scopes, or one made with --scopes server:${server}.`,
  });
}
