import { signal } from '@preact/signals';
import { forgetKey, hasSession, keepKey, keyFromAddress, storedKey, useSession } from '../wire/key.js';
import { ask } from '../wire/rest.js';
import { type Trouble, troubleOf, WireError } from '../wire/trouble.js';
import { returnToPlace } from './route.js';

/** Whoever looks at the page, as the server knows them. */
export interface Visitor {
  readonly subject: string;
  readonly roles: readonly string[];
  readonly via: string;
  readonly workspace: string;
  readonly permissions: readonly string[];
  /** Tools of other servers can be called here. */
  readonly gateway: boolean;
}

export const session = signal<Visitor | undefined>(undefined);
export const signInTrouble = signal<Trouble | undefined>(undefined);
/** True while a key of an earlier visit is being tried, so that no form flashes up. */
export const entering = signal(false);

export async function signIn(key: string): Promise<void> {
  keepKey(key);
  useSession(undefined);
  await enter();
}

async function enter(): Promise<void> {
  entering.value = true;
  signInTrouble.value = undefined;
  try {
    session.value = await whoIsThis();
  } catch (error) {
    signInTrouble.value = troubleOf(error);
    if (error instanceof WireError) forgetKey();
  } finally {
    entering.value = false;
  }
}

async function whoIsThis(): Promise<Visitor> {
  const who = await ask<Omit<Visitor, 'permissions'>>('/console/session');
  const { permissions } = await ask<{ permissions: string[] }>(workspacePath(who.workspace, '/me'));
  return { ...who, permissions };
}

/** Ends a session on the server and, where that is possible, at the provider; a key is only forgotten. */
export async function signOut(): Promise<void> {
  if (!hasSession()) {
    forgetKey();
    session.value = undefined;
    return;
  }
  const { endUrl } = await ask<{ endUrl?: string }>('/auth/logout', { method: 'POST' });
  location.assign(endUrl ?? '/');
}

/** Another way to sign in than with a key, when there is one. */
export const login = signal<{ readonly name: string; readonly path: string } | undefined>(undefined);

interface LoginState {
  readonly login?: { readonly name: string; readonly path: string };
  readonly session?: { readonly csrf: string };
}

/** Goes on where an earlier page of this tab left off, with the key in the address, or with a session. */
export async function resume(): Promise<void> {
  const key = keyFromAddress() ?? storedKey();
  if (key !== undefined) return signIn(key);
  entering.value = true;
  const found = await ask<LoginState>('/auth/session', { cookies: true }).catch((): LoginState => ({}));
  login.value = found.login;
  entering.value = false;
  if (found.session === undefined) return;
  useSession(found.session.csrf);
  returnToPlace();
  await enter();
}

/** Somebody is at the page who asks for nothing: the session does not end over that. */
export function stayAlive(): void {
  if (hasSession()) ask('/auth/session').catch(() => undefined);
}

function workspacePath(workspace: string, path: string): string {
  return `/portarium/v1/workspaces/${encodeURIComponent(workspace)}${path}`;
}

/** A path of the control plane inside the workspace of this session. */
export function inWorkspace(path: string): string {
  return workspacePath(session.value?.workspace ?? '', path);
}

export function may(permission: string): boolean {
  return session.value?.permissions.includes(permission) ?? false;
}
