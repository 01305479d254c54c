/** One way from whoever a front found to a caller in one workspace; MCP, REST, the gateway and the commands take it. */
import type { Asked, Identity, OperationContext } from '@quadrivium/kernel';
import { outgoingTrace } from '@quadrivium/kernel/telemetry';
import type { Deps } from '../app/deps.js';
import { callerFor } from '../app/workspaces.js';
import { type Caller, notPermitted, type Permission, requirePermission } from '../domain/principal.js';
import { isWithin } from '../domain/scope.js';
import { foreignWorkspace, portariumFault } from '../faults.js';

/** Who counts as the caller when nobody had to prove anything: a process on this machine, over stdio or loopback. */
export interface LocalPrincipal {
  readonly principalId: string;
  /** `stored`: the principal must be known, and has the roles it is known with. */
  readonly roles: readonly string[] | 'stored';
  /** Set when a key said so; any workspace otherwise. */
  readonly workspaceId?: string;
  /** A key said who this is. */
  readonly proven?: true;
  /** What that key was narrowed to. */
  readonly scopes?: readonly string[];
}

/** What a model that was handed a pipe may do: start and look. As an agent it decides nothing, whatever its roles are. */
export const defaultLocal: LocalPrincipal = { principalId: 'local', roles: ['operator', 'approver'] };

/** Who is behind a call, once the workspace it is for is known. */
export interface CallerIdentity extends Identity {
  readonly caller: Caller;
  /** As the transport found it. */
  readonly found: Identity;
}

export type CallerOf = (identity: Identity, workspaceId: string) => Promise<Caller>;

/** Credentials are bound to their workspaces. */
export function callerResolver(deps: Deps, via: string, local: LocalPrincipal = defaultLocal): CallerOf {
  return async (identity, workspaceId) => {
    const unproven = identity.via === 'local' || identity.via === 'anonymous';
    const bound = unproven ? [local.workspaceId ?? workspaceId] : identity.workspaces;
    if (!bound?.includes(workspaceId)) throw foreignWorkspace();
    const { principalId, roles } = unproven ? local : { principalId: identity.subject, roles: identity.roles };
    const held = roles === 'stored' ? await storedRoles(deps, workspaceId, principalId) : roles;
    const { scopes } = unproven ? local : identity;
    const narrowed = scopes === undefined ? {} : { scopes };
    const named = { workspaceId, principalId, roles: held, via, ...narrowed };
    const caller = await callerFor(deps, named);
    const piped = identity.via === 'local' && (via === 'mcp' || via === 'gateway') && local.proven !== true;
    return piped ? { ...caller, kind: 'agent', unproven: true } : caller;
  };
}

/** Whoever can open the database could do anything with it; so its owner may act as any principal of the workspace. */
async function storedRoles(deps: Deps, workspaceId: string, principalId: string): Promise<readonly string[]> {
  const known = await deps.store.read(workspaceId, (tables) => tables.principals.find());
  const found = known.find((principal) => principal.principalId === principalId);
  if (found !== undefined) return found.roles;
  throw portariumFault('BadUsage', `There is no principal "${principalId}" in workspace "${workspaceId}".`, {
    suggestion: `Use --as with one of: ${known.map((principal) => principal.principalId).join(', ')}.`,
  });
}

/** The workspace that credentials are bound to; none for a local process that may name any. */
export function workspaceOf({ workspaces }: Identity, local: LocalPrincipal = defaultLocal): string | undefined {
  return workspaces?.[0] ?? local.workspaceId;
}

/** Who may not enter learns nothing about a call being right or wrong: this comes before any check of its arguments. */
export async function identified(
  found: Identity,
  { args }: Pick<Asked, 'args'>,
  resolve: CallerOf,
): Promise<Identity | CallerIdentity> {
  const workspaceId = (args as { workspaceId?: unknown } | undefined)?.workspaceId;
  if (typeof workspaceId !== 'string' || workspaceId.trim() === '') return found;
  return asCaller(found, await resolve(found, workspaceId.trim()));
}

/** Who somebody is to the gate, once it is known who that is in a workspace. */
export function asCaller(found: Identity, caller: Caller): CallerIdentity {
  const { principalId: subject, roles, workspaceId } = caller;
  return { ...found, subject, roles, workspaces: [workspaceId], caller, found };
}

/** The caller of a call under way; requests from outside MCP bring an id that what they cause is known by. */
export function callerOf({ identity, front, requestId }: CallOrigin): Caller {
  const { caller } = identity as Partial<CallerIdentity>;
  if (caller === undefined) throw foreignWorkspace();
  const trace = outgoingTrace();
  const known = trace === undefined ? caller : { ...caller, trace };
  return front === 'mcp' ? known : { ...known, correlationId: String(requestId) };
}

type CallOrigin = Pick<OperationContext, 'identity' | 'front' | 'requestId'>;

/**
 * Whether a caller may do what an operation needs; asked at the door of every front, and nowhere behind it. An agent passes
 * to a decision, because a policy may name it: that is looked up by approval.
 */
export function admit(caller: Caller, needs: string, operation?: string): Caller {
  if (operation !== 'portarium_approval_submit' || caller.kind !== 'agent')
    requirePermission(caller, needs as Permission);
  else if (!isWithin(caller.scopes, needs)) throw notPermitted(caller, needs as Permission);
  return caller;
}
