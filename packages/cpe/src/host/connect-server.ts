import type { Duplex } from 'node:stream';
import type { Connection, ConnectOptions, ServerRequestHandlers } from '@quadrivium/kernel/client';
import type { ServerConfig } from '../config/schema.js';
import { connectConfig, connectOptions } from './connect-config.js';
import { connectFailure } from './connect-failure.js';
import { fingerprintOf, keptPipe } from './kept-server.js';
import type { ClientInformation, LoginStore } from './login/login-store.js';
import { StoredLogin } from './login/stored-login.js';

export interface SessionSetup {
  readonly signal?: AbortSignal;
  /** How requests of a server are answered. */
  readonly handlers?: (server: string) => ServerRequestHandlers;
  /** Calls may become tasks, which somebody looks after. */
  readonly tasks?: boolean;
  readonly eventAddress?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly onStderr?: (server: string, text: string) => void;
  /** Where a keeper may have servers of this configuration running already. */
  readonly keeper?: string;
  /** Logins to servers over HTTP. */
  readonly logins?: LoginStore;
  /** Instead of a stored login, while somebody logs in. */
  readonly authProvider?: ConnectOptions['authProvider'];
  readonly authorizationCallback?: ConnectOptions['authorizationCallback'];
}

/** Connects as cpe. The protocol library is loaded here, so that commands that connect to nothing start faster. */
export async function connectServer(name: string, server: ServerConfig, setup: SessionSetup): Promise<Connection> {
  const { connect } = await import('@quadrivium/kernel/client');
  const { signal, env, eventAddress, onStderr } = setup;
  const options: ConnectOptions = {
    ...connectOptions(name, server),
    ...authorizationFor(server, setup),
    ...(signal === undefined ? {} : { signal }),
    ...(setup.handlers === undefined ? {} : { handlers: setup.handlers(name) }),
    ...(setup.tasks === true && server.tasks ? { tasks: true } : {}),
    ...(env === undefined ? {} : { env }),
    ...(onStderr === undefined ? {} : { onStderr: (text) => onStderr(name, text) }),
    ...(await keptOptions(name, server, setup)),
  };
  try {
    return await connect(connectConfig(server, eventAddress), options);
  } catch (error) {
    throw connectFailure(name, error);
  }
}

/** A run that collects events starts its servers itself, for they have to know where to send them. */
async function keptOptions(name: string, server: ServerConfig, { keeper, eventAddress }: SessionSetup) {
  const isFree = eventAddress === undefined || !server.forwardEvents;
  if (keeper === undefined || server.type !== 'stdio' || !isFree) return {};
  const fingerprint = fingerprintOf(server, process.cwd());
  const join = (): Promise<Duplex | undefined> => keptPipe(keeper, name, fingerprint);
  let first = await join();
  if (first === undefined) return {};
  const pipe = async (): Promise<Duplex> => {
    const stream = first ?? (await join());
    first = undefined;
    if (stream === undefined) throw new Error(`nobody keeps server '${name}' any more`);
    return stream;
  };
  return { pipe };
}

/** A stored login is used unless the configuration has credentials of its own. */
function authorizationFor(server: ServerConfig, setup: SessionSetup): Partial<ConnectOptions> {
  const { logins: store, authProvider, authorizationCallback } = setup;
  if (authProvider !== undefined && authorizationCallback !== undefined) return { authProvider, authorizationCallback };
  const { url, oauth } = server;
  const hasOwn = Object.keys(server.headers ?? {}).some((name) => name.toLowerCase() === 'authorization');
  if (url === undefined || hasOwn || store?.read(url) === undefined) return {};
  return { authProvider: new StoredLogin({ store, url, scope: oauth?.scope, client: clientOf(server) }) };
}

/** What the configuration says about us to the authorization server. */
export function clientOf({ oauth }: ServerConfig): ClientInformation | undefined {
  const { clientId, clientSecret } = oauth ?? {};
  if (clientId === undefined) return undefined;
  return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
}
