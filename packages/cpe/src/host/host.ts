import { filledIn, spill } from '@quadrivium/codemode/tools';
import type { Connection } from '@quadrivium/kernel/client';
import { cpeFault } from '../faults.js';
import { abortable } from './abortable.js';
import { ArgumentCheck } from './argument-check.js';
import { type CallSetup, callTool, readParts } from './call-tool.js';
import { FreshSession } from './fresh-session.js';
import type { ResultStore } from './result-store.js';
import type { ServerSession } from './server-session.js';
import { failedCall, faultFrom } from './tool-failure.js';
import type {
  HostCallOptions,
  HostResult,
  HostTool,
  JsonObject,
  ServerStatus,
  ToolCaller,
  ToolHost,
} from './tool-host.js';
import { type DuplicatePolicy, type ListedTool, registerTools, type ToolRegistry } from './tool-registry.js';

export interface HostSetup extends CallSetup {
  readonly duplicates: DuplicatePolicy;
  readonly onWarning: (warning: string) => void;
  readonly connect: (server: string) => Promise<Connection>;
  /** Throws when the tools that a server offers now are not those that were agreed to. */
  readonly agree: (server: string, tools: readonly ListedTool[]) => void;
}

/** The servers of a configuration as one set of tools. */
export class ConnectedHost implements ToolHost {
  readonly warnings: string[] = [];
  readonly #sessions: ReadonlyMap<string, ServerSession>;
  readonly #absent: readonly ServerStatus[];
  readonly #setup: HostSetup;
  readonly #check = new ArgumentCheck();
  readonly #settling = new Map<string, Promise<void>>();
  #registry: ToolRegistry = { offered: [], every: [], warnings: [] };

  /** `absent` are servers that are not required and could not be used. */
  constructor(sessions: readonly ServerSession[], absent: readonly ServerStatus[], setup: HostSetup) {
    this.#sessions = new Map(sessions.map((session) => [session.name, session]));
    this.#absent = absent;
    this.#setup = setup;
  }

  get results(): ResultStore {
    return this.#setup.results;
  }

  tools(): readonly HostTool[] {
    return this.#registry.offered;
  }

  everyTool(): readonly HostTool[] {
    return this.#registry.every;
  }

  byProviderName(providerName: string): HostTool | undefined {
    return this.#registry.every.find((tool) => tool.providerName === providerName);
  }

  servers(): readonly ServerStatus[] {
    return [...[...this.#sessions.values()].map(({ status }) => status), ...this.#absent];
  }

  session(name: string): ServerSession | undefined {
    return this.#sessions.get(name);
  }

  async call(tool: HostTool, args: unknown, options: HostCallOptions = {}): Promise<HostResult> {
    const session = this.#sessions.get(tool.server);
    if (session === undefined) return failedCall(tool.server, tool.name, unknownServer(tool.server));
    try {
      const connection = await this.#settled(session, session.open(), options.signal);
      return await this.#callOver(connection, session.current(tool), args, options);
    } catch (error) {
      return failedCall(tool.server, tool.name, faultFrom(error));
    }
  }

  async readResource(server: string, uri: string, options: HostCallOptions = {}): Promise<HostResult> {
    const { results, charLimit } = this.#setup;
    try {
      const session = this.#sessions.get(server);
      if (session === undefined) throw unknownServer(server, [...this.#sessions.keys()]);
      const connection = await this.#settled(session, session.open(), options.signal);
      const read = await readParts(connection, uri, options);
      const { parts, handle } = await spill(read, options.charLimit ?? charLimit, results);
      return {
        content: parts,
        isError: false,
        structuredContent: undefined,
        ...(handle === undefined ? {} : { handle }),
      };
    } catch (error) {
      return failedCall(server, uri, faultFrom(error));
    }
  }

  /** Asks one server after another for its tools, in the order of the file, and registers what they offer. */
  async discover(signal?: AbortSignal): Promise<void> {
    const sessions = [...this.#sessions.values()];
    for (const session of sessions) for (const warning of await session.list(signal)) this.warn(warning);
    this.#register();
    for (const session of sessions) session.watch();
  }

  async refresh(): Promise<boolean> {
    const stale = [...this.#sessions.values()].filter(({ isStale, hasNews }) => isStale || hasNews);
    if (stale.length === 0) return false;
    const before = JSON.stringify(this.#registry.every);
    for (const session of stale) for (const warning of await session.list()) this.warn(warning);
    this.#register();
    return JSON.stringify(this.#registry.every) !== before;
  }

  freshSession(): ToolCaller {
    return new FreshSession(this.#setup.connect, async (connection, tool, args, options) => {
      const session = this.#sessions.get(tool.server);
      if (session === undefined) return this.#callOver(connection, tool, args, options);
      await this.#settled(session, Promise.resolve(connection), options.signal);
      return this.#callOver(connection, session.current(tool), args, options);
    });
  }

  /** Asks a server that is only remembered; for whoever looks for a tool that the cache does not know. */
  async settle(name: string): Promise<void> {
    const session = this.#sessions.get(name);
    if (session?.rememberedAt === undefined) return;
    await this.#settled(session, session.open());
    await this.refresh();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  /** Each warning is told once, however often its reason is met. */
  warn(warning: string): void {
    if (this.warnings.includes(warning)) return;
    this.warnings.push(warning);
    this.#setup.onWarning(warning);
  }

  /** Calls that come at once wait for one answer of a server that is only remembered. */
  #settled(session: ServerSession, opening: Promise<Connection>, signal?: AbortSignal): Promise<Connection> {
    if (session.rememberedAt === undefined) return opening;
    const settling = this.#settling.get(session.name) ?? this.#settle(session, opening);
    this.#settling.set(session.name, settling);
    return abortable(
      settling.then(() => opening),
      signal,
    );
  }

  async #settle(session: ServerSession, opening: Promise<Connection>): Promise<void> {
    try {
      const agree = (tools: readonly ListedTool[]): void => this.#setup.agree(session.name, tools);
      for (const warning of await session.settle(await opening, agree)) this.warn(warning);
    } finally {
      this.#settling.delete(session.name);
    }
  }

  #register(): void {
    const listed = [...this.#sessions.values()].flatMap(({ tools }) => tools);
    this.#registry = registerTools(listed, this.#setup.duplicates);
    for (const warning of this.#registry.warnings) this.warn(warning);
  }

  async #callOver(
    connection: Connection,
    tool: HostTool,
    given: unknown,
    options: HostCallOptions,
  ): Promise<HostResult> {
    const args = filledIn(given, tool.inputSchema);
    const fault = await this.#check.faultOf(tool, args);
    if (fault !== undefined) return failedCall(tool.server, tool.name, fault);
    const server = this.#sessions.get(tool.server)?.config;
    const links = server?.resourceLinks ?? this.#setup.links;
    return callTool(connection, tool, args as JsonObject, options, { ...this.#setup, links, server });
  }
}

export function unknownServer(name: string, known: readonly string[] = []) {
  return cpeFault('UnknownServer', `There is no server called ${JSON.stringify(name)}.`, {
    context: { server: name },
    ...(known.length === 0 ? {} : { suggestion: `Servers: ${known.join(', ')}.` }),
  });
}
