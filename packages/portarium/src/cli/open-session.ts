import { readFile } from 'node:fs/promises';
import {
  type CallOperation,
  createRuntime,
  Fault,
  type Identity,
  localIdentity,
  registerSecret,
  type ServerRuntime,
} from '@quadrivium/kernel';
import { newId } from '@quadrivium/kernel/essentials';
import type { Io } from '@quadrivium/kernel/shell';
import type { ControlPlane } from '../app/create-control-plane.js';
import type { InitRequest } from '../app/workspaces.js';
import { embeddedClient } from '../client/embedded-client.js';
import { httpClient } from '../client/http-client.js';
import type { PortariumClient } from '../client/portarium-client.js';
import type { LocalPrincipal } from '../operations/caller.js';
import { keepCalls } from '../operations/keep-calls.js';
import { refusalLog } from '../operations/refusals.js';
import { initWorkspace } from '../operations/workspace/init.js';
import { portariumServer } from '../tools/server.js';
import type { CommandContext } from './command-context.js';
import type { GlobalOptions } from './global-flags.js';
import type { OpenedPlane, OpenPlane } from './plane-settings.js';

/** A session on a server when there is an address, on the database of this machine otherwise. */
export async function withSession<Value>(
  given: GlobalOptions,
  open: OpenPlane,
  io: Io,
  drives: boolean,
  work: (session: CommandContext) => Promise<Value>,
): Promise<Value> {
  const { client, close } = given.baseUrl === undefined ? await local(given, open, drives) : await remote(given);
  try {
    return await work({ client, workspaceId: given.workspace, io });
  } finally {
    await close();
  }
}

interface Opened {
  readonly client: PortariumClient;
  close(): Promise<void>;
}

async function remote({ baseUrl = '', tokenFile }: GlobalOptions): Promise<Opened> {
  const token = await tokenFrom(tokenFile);
  if (token === undefined)
    throw new Fault('Unauthenticated', 'A server needs a key.', {
      suggestion: 'Put the key into PORTARIUM_TOKEN, or into a file and give --token-file.',
    });
  return { client: httpClient({ baseUrl, token }), close: async () => {} };
}

async function local(options: GlobalOptions, open: OpenPlane, drives: boolean): Promise<Opened> {
  const { db, servers, as, tokenFile } = options;
  const opened = await open({ db, engine: drives, ...(servers === undefined ? {} : { servers }) });
  const token = await tokenFrom(tokenFile);
  const identity = token === undefined ? localIdentity : await holderOf(opened.plane, token).catch(closing(opened));
  const runtime = commandRuntime(opened.plane, { principalId: as, roles: 'stored' });
  return { client: embeddedClient(runtime, { front: 'cli', identity }), close: () => opened.close() };
}

const closing =
  ({ close }: OpenedPlane) =>
  async (cause: unknown): Promise<never> => {
    await close();
    throw cause;
  };

/** Commands go through the gate as everybody else; whoever can open the file acts as the principal they name. */
function commandRuntime({ deps }: ControlPlane, local: LocalPrincipal): ServerRuntime {
  return createRuntime(portariumServer(deps, local), { audit: keepCalls(deps) });
}

/** A new workspace and the key of its administrator, in whose name it is made. */
export async function createWorkspace({ deps }: ControlPlane, request: InitRequest): Promise<string> {
  const server = portariumServer(deps, { principalId: request.adminId ?? 'admin', roles: ['admin'] });
  const runtime = createRuntime({ ...server, operations: [initWorkspace as never] }, { audit: keepCalls(deps) });
  const { secret } = await runtime.call(initWorkspace, request, { front: 'cli', identity: localIdentity });
  return secret;
}

export function commandClient(plane: ControlPlane, local: LocalPrincipal): PortariumClient {
  return embeddedClient(commandRuntime(plane, local), { front: 'cli', identity: localIdentity });
}

/** A key that opens nothing leaves its trace, as a request with it would. */
async function holderOf(plane: ControlPlane, token: string): Promise<Identity> {
  const { principalId, roles, workspaceId, scopes } = await plane
    .authenticateKey(token)
    .catch(async (cause: unknown) => {
      const refused = { front: 'cli', target: 'portarium', kind: 'Unauthenticated', requestId: newId() } as const;
      await refusalLog(keepCalls(plane.deps))(refused);
      throw cause;
    });
  const narrowed = scopes === undefined ? {} : { scopes };
  return { subject: principalId, roles, workspaces: [workspaceId], via: 'api-key', ...narrowed };
}

/** Never from the command line, where every process of the machine can read it. */
export async function tokenFrom(file: string | undefined): Promise<string | undefined> {
  const text = file === undefined ? process.env.PORTARIUM_TOKEN : await readFile(file, 'utf8');
  const token = text?.trim();
  if (token === undefined || token === '') return undefined;
  registerSecret(token);
  return token;
}

/** Makes the call of a command that is derived from an operation. */
export function callsOn(open: OpenPlane): CallOperation {
  return (operation, args, io, given) =>
    withSession(given as GlobalOptions, open, io, false, ({ client, workspaceId }) =>
      client.call(operation, { workspaceId, ...args }, io.signal),
    );
}
