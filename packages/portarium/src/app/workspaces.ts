import type * as view from '../answers/index.js';
import { idOf } from '../domain/ids.js';
import {
  type Caller,
  type Principal,
  type PrincipalKind,
  permissionsOf,
  principalKinds,
  roles,
} from '../domain/principal.js';
import { isWithin } from '../domain/scope.js';
import type { Tx } from '../domain/store-port.js';
import { isoTime } from '../domain/surroundings.js';
import type { Environment } from '../domain/tier.js';
import type { Workspace } from '../domain/workspace.js';
import { conflict, Fault, invalidInput, notFound, portariumFault } from '../faults.js';
import { awaitSecond } from './approvals/second-person.js';
import { actorOf, type Deps, identified } from './deps.js';
import { callerAs, mintKey, unauthenticated } from './people/api-keys.js';
import { principalView } from './to-view.js';

export const getWorkspace = (deps: Deps, caller: Caller): Promise<Workspace> =>
  deps.store.read(caller.workspaceId, async (tables) => present(await tables.workspaces.get(), caller));

export const setEnvironment = (deps: Deps, caller: Caller, environment: Environment): Promise<Workspace> =>
  changeWorkspace(deps, caller, 'EnvironmentChanged', async (tx, it) => {
    const change = { what: 'Changing the environment', input: { environment } };
    return (await awaitSecond(deps, tx, caller, change)) ?? { ...it, environment };
  });

export async function freeze(deps: Deps, caller: Caller, reason: string): Promise<Workspace> {
  if (reason.trim() === '') throw invalidInput('Say why.', { reason: ['is missing'] });
  return changeWorkspace(deps, caller, 'WorkspaceFrozen', async (tx, it) => ({
    ...it,
    frozen: { atIso: isoTime(tx.now), by: caller.principalId, reason },
  }));
}

export const unfreeze = (deps: Deps, caller: Caller): Promise<Workspace> =>
  changeWorkspace(deps, caller, 'WorkspaceUnfrozen', async (tx, { frozen: _, ...rest }) => {
    await tx.workspaces.put(rest);
    for (const { runId } of await tx.runs.find({ where: { control_state: 'frozen' } })) {
      await deps.engine.signal(tx, runId, { kind: 'look-again' });
    }
    return rest;
  });

export async function listPrincipals(deps: Deps, caller: Caller): Promise<readonly view.PrincipalView[]> {
  return (await deps.store.read(caller.workspaceId, (tables) => tables.principals.find())).map(principalView);
}

function present(workspace: Workspace | undefined, caller: Pick<Caller, 'workspaceId'>): Workspace {
  if (workspace === undefined) throw notFound('workspace', caller.workspaceId);
  return workspace;
}

async function changeWorkspace(
  deps: Deps,
  caller: Caller,
  type: string,
  change: (tx: Tx, workspace: Workspace) => Promise<Workspace | Fault>,
): Promise<Workspace> {
  const changed = await deps.transact(caller.workspaceId, async (tx) => {
    const workspace = await change(tx, present(await tx.workspaces.get(), caller));
    if (workspace instanceof Fault) return workspace;
    await tx.workspaces.put(workspace);
    tx.evidence({ category: 'System', type, summary: `${type}.`, actor: actorOf(caller), detail: { ...workspace } });
    tx.emit({
      type: `workspace.${type}`,
      subject: `workspaces/${tx.workspaceId}`,
      data: { environment: workspace.environment, frozen: workspace.frozen !== undefined },
    });
    return workspace;
  });
  if (changed instanceof Fault) throw changed;
  return changed;
}

export async function putPrincipal(
  deps: Deps,
  caller: Caller,
  request: {
    principalId: string;
    kind: PrincipalKind;
    displayName?: string;
    roles: readonly string[];
    onBehalfOf?: string;
    active?: boolean;
  },
): Promise<view.PrincipalView> {
  const unknown = request.roles.filter((role) => !(roles as readonly string[]).includes(role));
  if (!principalKinds.includes(request.kind))
    throw invalidInput('kind must be user, agent or service.', { kind: ['is not known'] });
  const saved = await deps.transact(caller.workspaceId, async (tx) => {
    const before = await tx.principals.get(idOf(request.principalId));
    const principal: Principal = {
      workspaceId: tx.workspaceId,
      principalId: idOf(request.principalId),
      kind: request.kind,
      displayName: request.displayName ?? before?.displayName ?? request.principalId,
      roles: [...new Set(request.roles)],
      active: request.active ?? true,
      ...(request.onBehalfOf === undefined ? {} : { onBehalfOf: idOf(request.onBehalfOf) }),
      ...(before?.provider === undefined ? {} : { provider: before.provider }),
      ...(before?.subject === undefined ? {} : { subject: before.subject }),
      createdAtIso: before?.createdAtIso ?? isoTime(tx.now),
    };
    requireNoMore(caller, before, principal);
    await keepAnAdmin(tx, before, principal);
    await tx.principals.put(principal);
    const { principalId, kind, roles: given, active } = principal;
    tx.evidence({
      category: 'System',
      type: 'PrincipalSaved',
      summary: 'A principal was saved.',
      actor: actorOf(caller),
      links: { principalId },
      detail: { kind, roles: given, active, customRoles: unknown },
    });
    return principalView(principal);
  });
  for (const tell of deps.accessChanged) tell();
  return saved;
}

/** A key that was narrowed gives nobody what it may not do itself, and makes no person of an agent or a service. */
function requireNoMore({ scopes }: Caller, before: Principal | undefined, after: Principal): void {
  const held = before?.active === true ? before.roles : [];
  const given = after.active ? after.roles.filter((role) => !held.includes(role)) : [];
  const beyond = permissionsOf({ roles: given }).filter((permission) => !isWithin(scopes, permission));
  const becomesUser = scopes !== undefined && before !== undefined && before.kind !== 'user' && after.kind === 'user';
  if (beyond.length === 0 && !becomesUser) return;
  const refused = becomesUser ? `makes no person of "${after.principalId}"` : `does not give ${beyond.join(', ')}`;
  throw portariumFault('Forbidden', `A key with these scopes ${refused}.`, {
    context: { scopes },
    suggestion: 'Use a key without scopes.',
  });
}

const isAdmin = (principal: Principal | undefined): boolean =>
  principal?.active === true && principal.roles.includes('admin');

async function keepAnAdmin(tx: Tx, before: Principal | undefined, after: Principal): Promise<void> {
  if (!isAdmin(before) || isAdmin(after)) return;
  const others = (await tx.principals.find()).filter((it) => it.principalId !== after.principalId && isAdmin(it));
  if (others.length === 0)
    throw conflict('The last administrator cannot be removed.', { principalId: after.principalId });
}

/** A name that somebody else has verified, such as the subject of a token. */
export interface VerifiedName {
  readonly workspaceId: string;
  readonly principalId: string;
  readonly roles: readonly string[];
  readonly onBehalfOf?: string;
  readonly via?: string;
  /** What the credential was narrowed to. */
  readonly scopes?: readonly string[];
}

/** What a token says about a person, joined with what we know about them; a principal we have shut out stays out. */
export async function callerFor(deps: Deps, identity: VerifiedName): Promise<Caller> {
  const { workspaceId, principalId, via, scopes } = identity;
  const known = await deps.store.read(workspaceId, (tables) => tables.principals.get(idOf(principalId)));
  if (known?.active === false) throw unauthenticated();
  const onBehalfOf = identity.onBehalfOf === undefined ? known?.onBehalfOf : idOf<'principal'>(identity.onBehalfOf);
  return {
    workspaceId: idOf(workspaceId),
    principalId: idOf(principalId),
    kind: known?.kind ?? (identity.roles.includes('agent') ? 'agent' : 'user'),
    // Those of the credential and no others: a provider's "adam" need not be the one whom this workspace made.
    roles: identity.roles,
    ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    ...(via === undefined ? {} : { via }),
    ...(scopes === undefined ? {} : { scopes }),
  };
}

export interface InitRequest {
  readonly workspaceId: string;
  readonly name?: string;
  readonly environment?: Environment;
  readonly adminId?: string;
}

/** Of the key that a workspace begins with. */
export const firstKeyLabel = 'first key';

/** Creates a workspace with its first administrator; gives that administrator's key once. */
export async function initWorkspace(
  deps: Deps,
  request: InitRequest,
): Promise<{ readonly workspace: Workspace; readonly admin: Caller; readonly secret: string }> {
  const { workspaceId, name = workspaceId, environment = 'dev', adminId = 'admin' } = request;
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(workspaceId))
    throw invalidInput('A workspace id holds letters, digits, dots, - and _.', { workspaceId: ['is not valid'] });
  return deps.transact(workspaceId, async (tx) => {
    if ((await tx.workspaces.get()) !== undefined)
      throw conflict(
        `The workspace "${workspaceId}" is already there.`,
        { workspaceId },
        'Go on with it, or make another beside it with --workspace.',
      );
    const workspace: Workspace = { workspaceId: idOf(workspaceId), name, environment, createdAtIso: isoTime(tx.now) };
    await tx.workspaces.put(workspace);
    const principal: Principal = {
      workspaceId: idOf(workspaceId),
      principalId: idOf(adminId),
      kind: 'user',
      displayName: adminId,
      roles: ['admin'],
      active: true,
      createdAtIso: isoTime(tx.now),
    };
    await tx.principals.put(principal);
    const { secret } = await mintKey(tx, { principalId: adminId, createdBy: adminId, label: firstKeyLabel });
    tx.evidence({
      category: 'System',
      type: 'WorkspaceCreated',
      summary: 'The workspace was created.',
      actor: { kind: 'system', id: 'portarium' },
      detail: { environment },
    });
    return { workspace, admin: callerAs(principal), secret };
  });
}

export async function whoAmI(deps: Deps, caller: Caller): Promise<view.CallerView> {
  const known = await deps.store.read(caller.workspaceId, (tables) => identified(tables, caller));
  const { workspaceId, principalId, kind, roles: held, onBehalfOf, scopes } = known;
  const permissions = permissionsOf(caller);
  return {
    workspaceId,
    principalId,
    kind,
    roles: held,
    ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    ...(scopes === undefined ? {} : { scopes }),
    permissions,
  };
}
