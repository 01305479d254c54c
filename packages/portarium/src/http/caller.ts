import type { Identity } from '@quadrivium/kernel';
import type { ControlPlane } from '../app/control-plane.js';
import type { Caller } from '../domain/principal.js';
import { foreignWorkspace } from '../faults.js';

/** Who counts as the caller when nobody had to prove anything: a process on this machine, over stdio or loopback. */
export interface LocalPrincipal {
  readonly principalId: string;
  readonly roles: readonly string[];
}

/** Starts and decides, but never on its own requests: separation of duties holds for everybody. */
export const defaultLocal: LocalPrincipal = { principalId: 'local', roles: ['operator', 'approver'] };

/** From an identity that a transport established to a caller in one workspace. Credentials are bound to theirs. */
export function callerResolver(plane: ControlPlane, via: string, local: LocalPrincipal = defaultLocal) {
  return async (identity: Identity, workspaceId: string): Promise<Caller> => {
    const unproven = identity.via === 'local' || identity.via === 'anonymous';
    if (!unproven && !identity.workspaces?.includes(workspaceId)) throw foreignWorkspace();
    const { principalId, roles } = unproven ? local : { principalId: identity.subject, roles: identity.roles };
    return plane.callerFor({ workspaceId, principalId, roles, via });
  };
}

export type CallerOf = ReturnType<typeof callerResolver>;
