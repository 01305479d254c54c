import type { Duplex } from 'node:stream';
import type { Connection, ConnectOptions, Problem } from '@quadrivium/kernel/client';
import { closestWord } from '@quadrivium/kernel/essentials';

import type { ServerConfig } from '../config/schema.js';
import type { Fault } from '../faults.js';
import { connectConfig, connectOptions } from './connect-config.js';
import { connectFailure } from './connect-failure.js';
import { fingerprintOf, keptPipe } from './kept-server.js';
import type { ClientInformation, LoginStore } from './login/login-store.js';
import { StoredLogin } from './login/stored-login.js';
import { type Filtered, filterTools } from './name-filter.js';
import { faultFrom } from './tool-failure.js';
import type { JsonObject, ServerStatus, ToolAnnotations } from './tool-host.js';
import type { ListedTool } from './tool-registry.js';

export interface SessionSetup {
  readonly signal?: AbortSignal;
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

/** One connected server and what it offers. */
export class ServerSession {
  readonly name: string;
  readonly config: ServerConfig;
  readonly connection: Connection;
  #listing: Filtered<ListedTool>;
  #failure: Fault | undefined;
  #stale = false;

  constructor(name: string, config: ServerConfig, connection: Connection) {
    this.name = name;
    this.config = config;
    this.connection = connection;
    this.#listing = filterTools<ListedTool>([], {});
    connection.on('opened', () => {
      this.#stale = true;
    });
  }

  /** From now on a server that says its tools have changed is listed again at the next refresh. */
  watch(): void {
    this.connection.on('toolsChanged', () => {
      this.#stale = true;
    });
  }

  get isStale(): boolean {
    return this.#stale;
  }

  get tools(): readonly ListedTool[] {
    return this.#listing.kept;
  }

  get filteredTools(): readonly ListedTool[] {
    return this.#listing.left;
  }

  get status(): ServerStatus {
    const { name, connection } = this;
    const state = this.#failure === undefined ? 'ready' : 'failed';
    return { name, state, info: connection.info, failure: this.#failure, filter: this.#listing.statistics };
  }

  /** Lists and filters the tools; what is odd about them is told in words. A failure is kept, not thrown. */
  async list(signal?: AbortSignal): Promise<string[]> {
    this.#stale = false;
    try {
      const { tools, problems } = await this.connection.tools(signal === undefined ? {} : { signal });
      this.#listing = filterTools(
        tools.map((tool) => listedTool(this.name, tool)),
        this.config,
      );
      this.#failure = undefined;
      return [...this.#oddities(problems), ...this.#junk()];
    } catch (error) {
      this.#failure = faultFrom(error);
      this.#listing = filterTools<ListedTool>([], {});
      return [`listing the tools of server '${this.name}' failed: ${this.#failure.message}`];
    }
  }

  #oddities(problems: readonly Problem[]): string[] {
    const lost = problems.filter(({ kept }) => !kept);
    const names = [...this.tools, ...this.filteredTools].map(({ name }) => name);
    const filter = this.config.enabledTools ? 'enabledTools' : 'disabledTools';
    return [
      ...lost.map(
        ({ name, index, reason }) =>
          `server '${this.name}': ${index < 0 ? 'the list of tools' : `tool ${name ?? `number ${index + 1}`}`} is left out, ${reason}`,
      ),
      ...this.#listing.statistics.unmatched.map((wish) => {
        const meant = closestWord(wish, names);
        const advice = meant === undefined ? '' : `; did you mean '${meant}'?`;
        return `server '${this.name}': no tool matches '${wish}' of ${filter}${advice}`;
      }),
    ];
  }

  #junk(): string[] {
    const { junkLines = 0, firstJunkLine } = this.connection.diagnostics();
    if (junkLines === 0) return [];
    return [
      `server '${this.name}' writes text to stdout that is not MCP; the first line is ${JSON.stringify(firstJunkLine)}`,
    ];
  }
}

interface WireTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations?: (ToolAnnotations & { readonly title?: string | undefined }) | undefined;
}

function listedTool(server: string, tool: WireTool): ListedTool {
  const { name, title, description = '', inputSchema, outputSchema, annotations = {} } = tool;
  return {
    server,
    name,
    title: title ?? annotations.title,
    description,
    inputSchema: inputSchema as JsonObject,
    outputSchema: outputSchema as JsonObject | undefined,
    annotations,
  };
}
