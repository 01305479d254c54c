import type { Connection, ConnectionEvents, ConnectionInfo, ProtocolBreach } from '@quadrivium/kernel/client';
import { closestWord } from '@quadrivium/kernel/essentials';
import type { ServerConfig } from '../config/schema.js';
import { cpeFault, type Fault } from '../faults.js';
import type { Remembered, WireTool } from './cache/remembered.js';
import { changeWords, type LockChange, lockChanges, lockOf } from './lockfile.js';
import { type Filtered, filterTools } from './name-filter.js';
import { LOG_LEVEL } from './server-log.js';
import { faultFrom } from './tool-failure.js';
import type { JsonObject, ServerStatus } from './tool-host.js';
import type { ListedTool } from './tool-registry.js';

/** How a server is reached, and where is written down what it offers. */
export interface ServerAccess {
  connect(signal: AbortSignal): Promise<Connection>;
  /** What is known of it, so that it need not be asked before it is used. */
  readonly remembered?: Remembered | undefined;
  remember?(info: ConnectionInfo, tools: readonly WireTool[]): Promise<void>;
  /** What the server wants noticed. */
  heard?(message: ConnectionEvents['log']): void;
}

/**
 * One server and what it offers. One that is remembered is connected when it is first used, and then asked what it offers now,
 * before anything else is asked of it.
 */
export class ServerSession {
  readonly name: string;
  readonly config: ServerConfig;
  readonly #access: ServerAccess;
  readonly #closing = new AbortController();
  #opening: Promise<Connection> | undefined;
  #connection: Connection | undefined;
  #listing: Filtered<ListedTool>;
  #failure: Fault | undefined;
  #stale = false;
  #isWatched = false;
  #hasNews = false;
  #isSettled: boolean;

  constructor(name: string, config: ServerConfig, access: ServerAccess) {
    this.name = name;
    this.config = config;
    this.#access = access;
    this.#isSettled = access.remembered === undefined;
    this.#listing = this.#filtered(access.remembered?.tools ?? []);
  }

  /** When the server said what is known of it; undefined once it was asked itself. */
  get rememberedAt(): string | undefined {
    return this.#isSettled ? undefined : this.#access.remembered?.savedAt;
  }

  /** Connects, unless that was done before. */
  open(): Promise<Connection> {
    this.#opening ??= this.#open().catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const connection = await this.#opening?.catch(() => undefined);
    await connection?.close();
  }

  /** From now on a server that says its tools have changed is listed again at the next refresh. */
  watch(): void {
    this.#isWatched = true;
    if (this.#connection !== undefined) this.#listen(this.#connection);
  }

  get isStale(): boolean {
    return this.#stale;
  }

  /** Another list than the one that was registered. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  get tools(): readonly ListedTool[] {
    return this.#listing.kept;
  }

  get filteredTools(): readonly ListedTool[] {
    return this.#listing.left;
  }

  get status(): ServerStatus {
    const state = this.#failure === undefined ? 'ready' : 'failed';
    const info = this.#connection?.info ?? this.#access.remembered?.info;
    return { name: this.name, state, info, failure: this.#failure, filter: this.#listing.statistics };
  }

  /** Lists and filters the tools; what is odd about them is told in words. A failure is kept, not thrown. */
  async list(signal?: AbortSignal): Promise<string[]> {
    this.#stale = false;
    this.#hasNews = false;
    if (!this.#isSettled) return this.#oddities([]);
    try {
      return await this.#ask(await this.open(), signal);
    } catch (error) {
      this.withdraw(faultFrom(error));
      return [`listing the tools of server '${this.name}' failed: ${this.#failure?.message}`];
    }
  }

  /**
   * Asks a server that was only remembered what it offers now, over a connection to it. Gives what differs, in words; `agree`
   * may refuse it, and then it is asked again next time.
   */
  async settle(connection: Connection, agree: (tools: readonly ListedTool[]) => void): Promise<string[]> {
    if (this.#isSettled) return [];
    const before = this.tools;
    const oddities = await this.#ask(connection);
    const changes = lockChanges(lockOf(before), this.tools, [this.name]);
    this.#hasNews ||= changes.length > 0;
    agree(this.tools);
    this.#isSettled = true;
    return [...(changes.length === 0 ? [] : [this.#changeText(changes)]), ...oddities];
  }

  /** Its tools are offered to nobody until it is listed again. */
  withdraw(fault: Fault): void {
    this.#failure = fault;
    this.#listing = filterTools<ListedTool>([], {});
  }

  /** A tool as the server describes it now; a call of one that was remembered may come too late. */
  current<Known extends ListedTool>(tool: Known): Known {
    if (this.#access.remembered === undefined) return tool;
    const now = this.tools.find(({ name }) => name === tool.name);
    if (now !== undefined) return { ...tool, ...now };
    throw cpeFault('UnknownTool', `${this.name} offers no tool ${tool.name} any more.`, {
      context: { server: this.name, tool: tool.name },
      suggestion: 'The list that had it was from the cache, which has been renewed.',
    });
  }

  async #open(): Promise<Connection> {
    const connection = await this.#access.connect(this.#closing.signal);
    this.#connection = connection;
    connection.on('opened', () => {
      this.#stale = true;
    });
    if (this.#isWatched) this.#listen(connection);
    this.#hear(connection);
    return connection;
  }

  #hear(connection: Connection): void {
    const { heard } = this.#access;
    if (heard === undefined) return;
    connection.on('log', heard);
    // A server that takes no level sends what it likes; nothing depends on it.
    if (connection.info.capabilities.logging !== undefined)
      void connection.setLogLevel(LOG_LEVEL).catch(() => undefined);
  }

  #listen(connection: Connection): void {
    connection.on('toolsChanged', () => {
      this.#stale = true;
    });
  }

  async #ask(connection: Connection, signal?: AbortSignal): Promise<string[]> {
    const { tools, problems } = await connection.tools(signal === undefined ? {} : { signal });
    this.#listing = this.#filtered(tools);
    this.#failure = undefined;
    await this.#access.remember?.(connection.info, tools);
    return [...this.#oddities(problems), ...this.#junk(connection)];
  }

  #filtered(tools: readonly WireTool[]): Filtered<ListedTool> {
    return filterTools(
      tools.map((tool) => listedTool(this.name, tool)),
      this.config,
    );
  }

  #changeText(changes: readonly LockChange[]): string {
    return `server '${this.name}' offers other tools than the cache knew: ${changeWords(changes)}`;
  }

  #oddities(problems: readonly ProtocolBreach[]): string[] {
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

  #junk(connection: Connection): string[] {
    const { junkLines = 0, firstJunkLine } = connection.diagnostics();
    if (junkLines === 0) return [];
    return [
      `server '${this.name}' writes text to stdout that is not MCP; the first line is ${JSON.stringify(firstJunkLine)}`,
    ];
  }
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
