import { readFile } from 'node:fs/promises';
import { Fault, registerSecret } from '@quadrivium/kernel';
import type { Io } from '@quadrivium/kernel/shell';
import type { ControlPlane } from '../app/control-plane.js';
import { type RestConnection, restConnection } from '../client/rest-connection.js';
import type { Caller } from '../domain/principal.js';
import { foreignWorkspace } from '../faults.js';
import { embeddedRest } from '../http/embedded-rest.js';
import type { GlobalOptions } from './global-flags.js';
import type { OpenPlane } from './plane-settings.js';
import type { Session } from './session.js';

/** A session on a server when there is an address, on the database of this machine otherwise. */
export async function withSession<Value>(
  given: GlobalOptions,
  open: OpenPlane,
  io: Io,
  drives: boolean,
  work: (session: Session) => Promise<Value>,
): Promise<Value> {
  const { rest, close } = given.baseUrl === undefined ? await local(given, open, drives) : await remote(given);
  const at = (...parts: readonly string[]) =>
    `/v1/workspaces/${[given.workspace, ...parts].map(encodeURIComponent).join('/')}`;
  try {
    return await work({ rest, at, io });
  } finally {
    await close();
  }
}

interface Opened {
  readonly rest: RestConnection;
  close(): Promise<void>;
}

async function remote({ baseUrl = '', tokenFile }: GlobalOptions): Promise<Opened> {
  const token = await tokenFrom(tokenFile);
  if (token === undefined)
    throw new Fault('Unauthenticated', 'A server needs a key.', {
      suggestion: 'Put the key into PORTARIUM_TOKEN, or into a file and give --token-file.',
    });
  return { rest: restConnection({ baseUrl, token }), close: async () => {} };
}

async function local(options: GlobalOptions, open: OpenPlane, drives: boolean): Promise<Opened> {
  const { db, servers, as, tokenFile } = options;
  const opened = await open({ db, engine: drives, ...(servers === undefined ? {} : { servers }) });
  const token = await tokenFrom(tokenFile);
  const callerIn = token === undefined ? ownerOf(opened.plane, as) : await keyHolder(opened.plane, token);
  return { rest: embeddedRest(opened.plane, callerIn), close: () => opened.close() };
}

type CallerIn = (workspaceId: string) => Promise<Caller>;

/** Whoever can open the file could do anything with it; so the owner may act as any principal of the workspace. */
export function ownerOf(plane: ControlPlane, principalId: string): CallerIn {
  return async (workspaceId) => {
    const owner = await plane.callerFor({ workspaceId, principalId: 'admin', roles: ['admin'], via: 'cli' });
    const known = await plane.listPrincipals(owner);
    const found = known.find((principal) => principal.principalId === principalId);
    if (found === undefined)
      throw new Fault('BadUsage', `There is no principal "${principalId}" in workspace "${workspaceId}".`, {
        suggestion: `Use --as with one of: ${known.map((principal) => principal.principalId).join(', ')}.`,
      });
    return plane.callerFor({ workspaceId, principalId, roles: found.roles, via: 'cli' });
  };
}

async function keyHolder(plane: ControlPlane, token: string): Promise<CallerIn> {
  const caller = await plane.authenticateKey(token);
  return async (workspaceId) => {
    if (workspaceId !== caller.workspaceId) throw foreignWorkspace();
    return { ...caller, via: 'cli' };
  };
}

/** Never from the command line, where every process of the machine can read it. */
export async function tokenFrom(file: string | undefined): Promise<string | undefined> {
  const text = file === undefined ? process.env.PORTARIUM_TOKEN : await readFile(file, 'utf8');
  const token = text?.trim();
  if (token === undefined || token === '') return undefined;
  registerSecret(token);
  return token;
}
