import { filledIn, spill } from '@quadrivium/codemode/tools';
import type { Connection } from '@quadrivium/kernel/client';
import { cpeFault } from '../faults.js';
import { abortable } from './abortable.js';
import { ArgumentCheck } from './argument-check.js';
import { type CallSetup, callTool, readParts, startedResult } from './call-tool.js';
import { FreshSession } from './fresh-session.js';
import { changeWords, lockChanges, lockOf } from './lockfile.js';
import type { ResultStore } from './result-store.js';
import type { ServerSession } from './server-session.js';
import { TaskDesk } from './tasks/task-desk.js';
import { failedCall, faultFrom } from './tool-failure.js';
import type {
  HostCallOptions,
  HostResult,
  HostSkill,
  HostTool,
  JsonObject,
  ServerStatus,
  ToolCaller,
  ToolHost,
} from './tool-host.js';
import { type DuplicatePolicy, type ListedTool, registerTools, type ToolRegistry } from './tool-registry.js';
import { WatchedResources } from './watched-resources.js';

export interface HostSetup extends Omit<CallSetup, 'putAside'> {
  /** Something happened at a server that nobody waits for. */
  readonly onNews: (news: string) => void;
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
  readonly tasks: TaskDesk;
  readonly watched: WatchedResources;
  #registry: ToolRegistry = { offered: [], every: [], warnings: [] };

  /** `absent` are servers that are not required and could not be used. */
  constructor(sessions: readonly ServerSession[], absent: readonly ServerStatus[], setup: HostSetup) {
    this.#sessions = new Map(sessions.map((session) => [session.name, session]));
    this.#absent = absent;
    this.#setup = setup;
    this.tasks = new TaskDesk({ connect: (server) => this.#opened(server), tell: setup.onNews });
    this.watched = new WatchedResources(setup.onNews);
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
      const connection = await this.#opened(server, options.signal);
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

  patienceMs(server: string): number | undefined {
    const config = this.#sessions.get(server)?.config;
    return config === undefined || !config.tasks ? undefined : config.taskPatience * 1000;
  }

  /** How a task stands, or its result once it is over; waited for as long as the options say. */
  async readTask(server: string, taskId: string, options: HostCallOptions = {}): Promise<HostResult> {
    const name = this.tasks.toolOf(server, taskId) ?? 'task';
    try {
      const connection = await this.#opened(server, options.signal);
      const task = await connection.task(taskId, options.signal === undefined ? {} : { signal: options.signal });
      const setup = this.#callSetup(server);
      const told = { ...options, taskPatienceMs: options.taskPatienceMs ?? 0 };
      let isOver = true;
      const putAside: CallSetup['putAside'] = (tool, news) => {
        isOver = false;
        return setup.putAside(tool, news);
      };
      const result = await startedResult(connection, { server, name }, { kind: 'task', task }, told, {
        ...setup,
        putAside,
      });
      if (isOver) this.tasks.forget(server, taskId);
      return result;
    } catch (error) {
      return failedCall(server, name, faultFrom(error));
    }
  }

  /** From now on it is told when the resource changes. */
  async watchResource(server: string, uri: string, signal?: AbortSignal): Promise<void> {
    await this.watched.watch(server, uri, await this.#opened(server, signal), signal);
  }

  /** What servers know about work with them; a server that cannot tell is passed over with a warning. */
  async skills(): Promise<readonly HostSkill[]> {
    const lists = await Promise.all([...this.#sessions.values()].map((session) => this.#skillsOf(session)));
    return lists.flat();
  }

  async readSkill({ server, skill }: HostSkill, path?: string, signal?: AbortSignal): Promise<string> {
    return (await this.#opened(server, signal)).readSkill(skill, path, signal === undefined ? {} : { signal });
  }

  async #skillsOf(session: ServerSession): Promise<HostSkill[]> {
    // A server that is only remembered is not started for what it might know.
    if (session.rememberedAt !== undefined || session.status.state !== 'ready') return [];
    try {
      const { skills } = await (await session.open()).skills();
      return skills.map((skill) => ({ server: session.name, skill }));
    } catch (error) {
      this.warn(`the skills of server '${session.name}' cannot be listed: ${faultFrom(error).message}`);
      return [];
    }
  }

  async #opened(server: string, signal?: AbortSignal): Promise<Connection> {
    const session = this.#sessions.get(server);
    if (session === undefined) throw unknownServer(server, [...this.#sessions.keys()]);
    return this.#settled(session, session.open(), signal);
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
    for (const session of stale) await this.#listAgain(session);
    this.#register();
    return JSON.stringify(this.#registry.every) !== before;
  }

  /** Other tools than before are told, and held against those that were agreed to; what was not agreed to is not offered. */
  async #listAgain(session: ServerSession): Promise<void> {
    const before = session.tools;
    for (const warning of await session.list()) this.warn(warning);
    const changes = lockChanges(lockOf(before), session.tools, [session.name]);
    if (changes.length === 0 || session.status.state !== 'ready') return;
    this.#setup.onNews(`server '${session.name}' offers other tools now: ${changeWords(changes)}`);
    try {
      this.#setup.agree(session.name, session.tools);
    } catch (error) {
      session.withdraw(faultFrom(error));
      this.warn(`the tools of server '${session.name}' are not used any more: ${faultFrom(error).message}`);
    }
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
    this.tasks.close();
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
    return callTool(connection, tool, args as JsonObject, options, this.#callSetup(tool.server));
  }

  #callSetup(name: string): CallSetup {
    const server = this.#sessions.get(name)?.config;
    const links = server?.resourceLinks ?? this.#setup.links;
    return { ...this.#setup, links, server, putAside: (tool, task) => this.tasks.put(tool, task) };
  }
}

export function unknownServer(name: string, known: readonly string[] = []) {
  return cpeFault('UnknownServer', `There is no server called ${JSON.stringify(name)}.`, {
    context: { server: name },
    ...(known.length === 0 ? {} : { suggestion: `Servers: ${known.join(', ')}.` }),
  });
}
