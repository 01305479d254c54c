import type { Identity } from '@quadrivium/kernel';
import type { ControlPlane } from '../app/control-plane.js';
import type { Caller } from '../domain/principal.js';
import { foreignWorkspace } from '../faults.js';

/** Who counts as the caller when nobody had to prove anything: a process on this machine, over stdio or loopback. */
export interface LocalPrincipal {
  readonly principalId: string;
  readonly roles: readonly string[];
  /** Set when a key said so; any workspace otherwise. */
  readonly workspaceId?: string;
}

/** Starts and decides, but never on its own requests: separation of duties holds for everybody. */
export const defaultLocal: LocalPrincipal = { principalId: 'local', roles: ['operator', 'approver'] };

/** From an identity that a transport established to a caller in one workspace. Credentials are bound to theirs. */
export function callerResolver(plane: ControlPlane, via: string, local: LocalPrincipal = defaultLocal) {
  return async (identity: Identity, workspaceId: string): Promise<Caller> => {
    const unproven = identity.via === 'local' || identity.via === 'anonymous';
    const bound = unproven ? [local.workspaceId ?? workspaceId] : identity.workspaces;
    if (!bound?.includes(workspaceId)) throw foreignWorkspace();
    const { principalId, roles } = unproven ? local : { principalId: identity.subject, roles: identity.roles };
    return plane.callerFor({ workspaceId, principalId, roles, via });
  };
}

export type CallerOf = ReturnType<typeof callerResolver>;

/** The workspace that credentials are bound to; none for a local process that may name any. */
export function workspaceOf({ workspaces }: Identity, local: LocalPrincipal = defaultLocal): string | undefined {
  return workspaces?.[0] ?? local.workspaceId;
}
