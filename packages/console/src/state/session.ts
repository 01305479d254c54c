import { signal } from '@preact/signals';
import { forgetKey, keepKey, keyFromAddress, storedKey } from '../wire/key.js';
import { ask } from '../wire/rest.js';
import { type Trouble, troubleOf, WireError } from '../wire/trouble.js';

/** Whoever looks at the page, as the server knows them. */
export interface Visitor {
  readonly subject: string;
  readonly roles: readonly string[];
  readonly via: string;
  readonly workspace: string;
  readonly permissions: readonly string[];
}

export const session = signal<Visitor | undefined>(undefined);
export const signInTrouble = signal<Trouble | undefined>(undefined);
/** True while a key of an earlier visit is being tried, so that no form flashes up. */
export const entering = signal(false);

export async function signIn(key: string): Promise<void> {
  entering.value = true;
  signInTrouble.value = undefined;
  keepKey(key);
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

export function signOut(): void {
  forgetKey();
  session.value = undefined;
}

/** Goes on where an earlier page of this tab left off, or with the key in the address. */
export async function resume(): Promise<void> {
  const key = keyFromAddress() ?? storedKey();
  if (key !== undefined) await signIn(key);
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
