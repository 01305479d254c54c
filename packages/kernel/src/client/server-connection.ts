import type { CompleteRequest, LoggingLevel, Tool } from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '../essentials/is-object.js';
import { skillsExtension } from '../essentials/mcp-extensions.js';
import type { Redactor } from '../redact/index.js';
import { isTracing, outgoingTrace, traced } from '../telemetry/tracing.js';
import { judgePrompt, judgeResource, judgeTemplate, judgeTool } from '../untrusted/lists/judge-lists.js';
import { isText, type Salvaged, salvage, type Verdict } from '../untrusted/lists/salvage.js';
import { type HeaderDeclaration, paramHeaders, scanHeaders } from '../wire/param-headers.js';
import type { Completion, Diagnostics, ToolResult, ToolStart } from './answers.js';
import { ChangeFeed } from './change-feed.js';
import type { CallControls, RequestControls } from './config/options.js';
import type { ConnectionEvents, EventHub } from './events.js';
import { isConnectionFault } from './faults.js';
import type { ConnectionInfo, Link } from './link/link.js';
import type { Ask, Requester } from './link/requester.js';
import type { Reviver } from './link/reviver.js';
import { OutputCheck } from './results/output-check.js';
import { walkPages } from './results/paging.js';
import { judgeBlock, judgeContents, judgeMessage } from './results/salvage-content.js';
import { checkedText, judgeSkill, type Skill, skillFileUri } from './skills/skill.js';
import type { TaskFollower } from './tasks/follower.js';
import { isTask, type TaskNews, type TaskSupport, taskNews, taskSupportOf } from './tasks/news.js';

/** The newer era's answer to a call whose headers do not match the tool's present declarations. */
const HEADER_MISMATCH = -32_020;

/** For how long a server of 2025-11-25 is asked to keep a task: whoever put a call aside may come back the next day. */
const TASK_TTL_MS = 24 * 3600 * 1000;

export interface ServerConnectionParts {
  readonly name: string;
  readonly reviver: Reviver;
  readonly requester: Requester;
  readonly tasks: TaskFollower;
  readonly wantsTasks: boolean;
  readonly events: EventHub;
  readonly redactor: Redactor;
  readonly starts: () => number;
}

/** What whoever uses a server sees of it. */
export type Connection = Pick<ServerConnection, keyof ServerConnection>;

/** A server in use. Every method rejects with a `Fault` whose kind is a `ConnectionFaultKind`. */
export class ServerConnection {
  readonly name: string;
  readonly #parts: ServerConnectionParts;
  readonly #changes: ChangeFeed;
  readonly #outputs = new OutputCheck();
  readonly #declared = new Map<string, readonly HeaderDeclaration[]>();
  readonly #taskSupport = new Map<string, TaskSupport | undefined>();

  constructor(parts: ServerConnectionParts) {
    this.name = parts.name;
    this.#parts = parts;
    this.#changes = new ChangeFeed(parts);
  }

  /** What the handshake told; after a restart, what the last one told. */
  get info(): ConnectionInfo {
    const link = this.#parts.reviver.latest;
    if (link === undefined) throw new Error('A connection exists only after its first handshake.');
    return link.info;
  }

  async tools(controls?: RequestControls) {
    const { items, problems } = await this.#list('tools', 'tools/list', (item) => this.#judgeTool(item), controls);
    return { tools: items, problems };
  }

  /** A call that the server turns into a task (see `ConnectOptions.tasks`) is followed to its end. */
  async callTool(name: string, args: JsonObject = {}, controls: CallControls = {}): Promise<ToolResult> {
    const startedAt = performance.now();
    const start = await this.startTool(name, args, controls);
    if (start.kind === 'result') return start.result;
    // A call that became a task is still one call.
    const { maxTotalMs: wholeMs = this.#parts.requester.maxRequestMs } = controls;
    const maxTotalMs = wholeMs - (performance.now() - startedAt);
    return this.#toolResult(name, await this.#parts.tasks.result(start.task, name, { ...controls, maxTotalMs }));
  }

  /** Calls a tool and waits for the first answer only. */
  async startTool(name: string, args: JsonObject = {}, controls?: CallControls): Promise<ToolStart> {
    try {
      return await this.#callOnce(name, args, controls);
    } catch (fault) {
      if (!isConnectionFault(fault, 'RpcError') || fault.context.code !== HEADER_MISMATCH) throw fault;
      await this.tools(controls);
      return this.#callOnce(name, args, controls);
    }
  }

  /** How far a task is, which may have been started by another connection or process. */
  task(taskId: string, controls?: RequestControls): Promise<TaskNews> {
    return this.#parts.tasks.get(taskId, controls);
  }

  /** Follows a task to its end. Giving up (by signal or time) asks the server to cancel it. */
  async awaitTask(taskId: string, controls: CallControls = {}): Promise<ToolResult> {
    const subject = `task ${taskId}`;
    const news = await this.#parts.tasks.get(taskId, controls);
    return this.#toolResult(subject, await this.#parts.tasks.result(news, subject, controls));
  }

  /** Follows a task for so long; one that is not over then goes on, and is given as it stood when it was last asked for. */
  async waitForTask(task: TaskNews, patienceMs: number, controls: CallControls = {}): Promise<ToolStart> {
    const subject = `task ${task.taskId}`;
    const end = await this.#parts.tasks.follow(task, subject, controls, patienceMs);
    if ('task' in end) return { kind: 'task', task: end.task };
    return { kind: 'result', result: await this.#toolResult(subject, end.result) };
  }

  /** Asks for a stop; the task may still end in another way. */
  cancelTask(taskId: string, controls?: RequestControls): Promise<void> {
    return this.#parts.tasks.cancel(taskId, controls);
  }

  async resources(controls?: RequestControls) {
    const { items, problems } = await this.#list('resources', 'resources/list', judgeResource, controls);
    return { resources: items, problems };
  }

  async resourceTemplates(controls?: RequestControls) {
    const method = 'resources/templates/list';
    const { items, problems } = await this.#list('resourceTemplates', method, judgeTemplate, controls);
    return { resourceTemplates: items, problems };
  }

  async readResource(uri: string, controls?: CallControls) {
    const method = 'resources/read';
    const raw = await this.#parts.requester.send({ phase: 'read', method, subject: uri, params: { uri } }, controls);
    const { items, problems } = salvage(method, raw.contents, judgeContents);
    return { contents: items, problems, raw };
  }

  /** What the server knows about work with it; empty where it does not know skills. */
  async skills(controls?: RequestControls) {
    const { items, problems } = await this.#list('skills', 'skills/list', judgeSkill, controls);
    return { skills: items, problems };
  }

  /** The text of a skill, or of another file of it, checked against what was announced. */
  async readSkill(skill: Skill, path?: string, controls?: RequestControls): Promise<string> {
    const uri = skillFileUri(skill, path);
    const { contents } = await this.readResource(uri, controls);
    return checkedText(skill, uri, contents);
  }

  async prompts(controls?: RequestControls) {
    const { items, problems } = await this.#list('prompts', 'prompts/list', judgePrompt, controls);
    return { prompts: items, problems };
  }

  async getPrompt(name: string, args: Readonly<Record<string, string>> = {}, controls?: CallControls) {
    const method = 'prompts/get';
    const params = { name, arguments: args };
    const raw = await this.#parts.requester.send({ phase: 'prompt', method, subject: name, params }, controls);
    const { items, problems } = salvage(method, raw.messages, judgeMessage);
    return { description: isText(raw.description) ? raw.description : undefined, messages: items, problems, raw };
  }

  async complete(request: CompleteRequest['params'], controls?: RequestControls): Promise<Completion> {
    const params = { ...request };
    const raw = await this.#parts.requester.send(
      { phase: 'complete', method: 'completion/complete', params },
      controls,
    );
    const { values, total, hasMore } = isObject(raw.completion) ? raw.completion : {};
    return {
      values: Array.isArray(values) ? values.filter(isText) : [],
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof hasMore === 'boolean' ? { hasMore } : {}),
    };
  }

  /** Resolves when the server answers; in the newer era, which has no ping, by asking it to introduce itself again. */
  async ping(controls?: RequestControls): Promise<void> {
    const method = this.info.era === 'modern' ? 'server/discover' : 'ping';
    await this.#parts.requester.send({ phase: 'ping', method }, controls);
  }

  /** Asks for `resourceUpdated` events about one resource. */
  subscribeResource(uri: string, controls?: RequestControls): Promise<void> {
    return this.#changes.subscribe(uri, controls);
  }

  setLogLevel(level: LoggingLevel, controls?: RequestControls): Promise<void> {
    return this.#changes.setLogLevel(level, controls);
  }

  /** Listens; the returned function stops it. In the newer era the first listener for changes opens the stream they need. */
  on<Name extends keyof ConnectionEvents>(event: Name, listener: (event: ConnectionEvents[Name]) => void): () => void {
    const stop = this.#parts.events.on(event, listener);
    this.#changes.refresh();
    return stop;
  }

  onClose(listener: (end: ConnectionEvents['closed']) => void): () => void {
    return this.on('closed', listener);
  }

  diagnostics(): Diagnostics {
    const { starts, redactor, reviver } = this.#parts;
    return redactor.redact({ starts: starts(), ...reviver.latest?.channel.evidence() });
  }

  /** Ends the server or the session; resolves when nothing of it is left. Requests under way reject with `Closed`. */
  close(): Promise<void> {
    return this.#parts.reviver.close();
  }

  async #callOnce(name: string, args: JsonObject, controls?: CallControls): Promise<ToolStart> {
    const method = 'tools/call';
    const params = { name, arguments: args, ...(this.#asTask(name, controls) ? { task: { ttl: TASK_TTL_MS } } : {}) };
    const headers = (link: Link): Record<string, string> => paramHeaders(this.#declarations(link, name), args);
    const ask: Ask = { phase: 'call', method, subject: name, params, headers };
    const raw = await this.#traced(ask, name, controls);
    if (!isTask(raw)) return { kind: 'result', result: await this.#toolResult(name, raw) };
    const task = taskNews(raw);
    if (task === undefined) throw this.#parts.requester.fault(new Error('its task has no id or no known status'), ask);
    return { kind: 'task', task };
  }

  /** The server is told which part of which trace this is; over every transport, because it stands beside the arguments. */
  #traced(ask: Ask, tool: string, controls: CallControls = {}): Promise<JsonObject> {
    const { requester } = this.#parts;
    if (!isTracing()) return requester.send(ask, controls);
    const attributes = { 'mcp.server.name': this.name, 'mcp.method.name': ask.method, 'gen_ai.tool.name': tool };
    return traced({ name: `${ask.method} ${tool}`, kind: 'client', attributes }, async (span) => {
      const raw = await requester.send(ask, { ...controls, meta: { ...controls.meta, ...outgoingTrace() } });
      if (raw.isError === true) span?.failed('tool_error');
      return raw;
    });
  }

  async #toolResult(name: string, raw: JsonObject): Promise<ToolResult> {
    // Results without content exist: a server may leave it out beside structured content.
    const { items, problems } = salvage('tools/call', raw.content ?? [], judgeBlock);
    if (this.#outputs.knows(name)) problems.push(...(await this.#outputs.problems(name, raw)));
    return { content: items, structuredContent: raw.structuredContent, isError: raw.isError === true, problems, raw };
  }

  /** In 2025-11-25 the caller decides, as far as the tool allows; later the server does. */
  #asTask(name: string, controls: CallControls = {}): boolean {
    if (this.info.era !== 'legacy' || this.info.capabilities.tasks?.requests?.tools?.call === undefined) return false;
    const support = this.#taskSupport.get(name);
    return support === 'required' || (support === 'optional' && this.#parts.wantsTasks && controls.tasks !== false);
  }

  #declarations(link: Link, tool: string): readonly HeaderDeclaration[] {
    return link.usesParamHeaders ? (this.#declared.get(tool) ?? []) : [];
  }

  #judgeTool(item: JsonObject): Verdict<Tool> {
    const verdict = judgeTool(item);
    if (verdict.keep === undefined) return verdict;
    this.#outputs.remember(verdict.keep);
    this.#taskSupport.set(verdict.keep.name, taskSupportOf(verdict.keep.execution));
    if (this.#parts.reviver.latest?.usesParamHeaders !== true) return verdict;
    const { declarations, fault } = scanHeaders(verdict.keep.inputSchema);
    if (fault !== undefined) return { reason: fault };
    this.#declared.set(verdict.keep.name, declarations);
    return verdict;
  }

  async #list<Item>(
    key: ListKey,
    method: string,
    judge: (item: JsonObject) => Verdict<Item>,
    controls: RequestControls = {},
  ): Promise<Salvaged<Item>> {
    if (!isOffered(this.info, key)) return { items: [], problems: [] };
    const { requester } = this.#parts;
    const startedAt = performance.now();
    const { timeoutMs: wholeMs = requester.requestMs } = controls;
    // One limit for all pages: a server that answers each in time could keep us for ever.
    const left = (): number => Math.max(0, Math.round(wholeMs - (performance.now() - startedAt)));
    const { pages, problems } = await walkPages(method, key, (cursor) => {
      if (cursor === undefined) return requester.send({ phase: 'list', method }, controls);
      return requester.send({ phase: 'list', method, params: { cursor } }, { maxTotalMs: left(), ...controls });
    });
    const parts = pages.map((page) => salvage(method, page[key], judge));
    return {
      items: parts.flatMap((part) => part.items),
      problems: [...parts.flatMap((part) => part.problems), ...problems],
    };
  }
}

type ListKey = 'tools' | 'resources' | 'resourceTemplates' | 'prompts' | 'skills';

function isOffered({ capabilities }: ConnectionInfo, key: ListKey): boolean {
  if (key === 'skills') return capabilities.extensions?.[skillsExtension] !== undefined;
  return capabilities[key === 'resourceTemplates' ? 'resources' : key] !== undefined;
}
