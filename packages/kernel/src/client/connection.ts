import type {
  CompleteRequest,
  ContentBlock,
  LoggingLevel,
  Prompt,
  PromptMessage,
  Resource,
  ResourceTemplateType,
  Tool,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '../essentials/is-object.js';
import type { ProtocolBreach } from '../untrusted/lists/salvage.js';
import type { CallControls, RequestControls } from './config/options.js';
import type { ConnectionEvents } from './events.js';
import type { ConnectionInfo } from './link/link.js';
import type { ResourceContent } from './results/salvage-content.js';
import type { Skill } from './skills/skill.js';
import type { ProcessEvidence } from './stdio/stdio-transport.js';
import type { TaskNews } from './tasks/news.js';

export interface ToolResult {
  readonly content: ContentBlock[];
  readonly structuredContent: unknown;
  /** The tool ran and reports a failure; the text is in the content. */
  readonly isError: boolean;
  readonly problems: ProtocolBreach[];
  /** The result exactly as the server sent it. */
  readonly raw: JsonObject;
}

/** What a call came to at once: its result, or the task that will lead to it. */
export type ToolStart =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'task'; readonly task: TaskNews };

export interface Completion {
  readonly values: string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

export interface Diagnostics extends Partial<ProcessEvidence> {
  /** How often the server was started or connected to. */
  readonly starts: number;
}

/** A server in use. Every method rejects with a `Fault` whose kind is a `ConnectionFaultKind`. */
export interface Connection {
  readonly name: string;
  /** What the handshake told; after a restart, what the last one told. */
  readonly info: ConnectionInfo;
  tools(controls?: RequestControls): Promise<{ tools: Tool[]; problems: ProtocolBreach[] }>;
  /** A call that the server turns into a task (see `ConnectOptions.tasks`) is followed to its end. */
  callTool(name: string, args?: JsonObject, controls?: CallControls): Promise<ToolResult>;
  /** Calls a tool and waits for the first answer only. */
  startTool(name: string, args?: JsonObject, controls?: CallControls): Promise<ToolStart>;
  /** How far a task is, which may have been started by another connection or process. */
  task(taskId: string, controls?: RequestControls): Promise<TaskNews>;
  /** Follows a task to its end. Giving up (by signal or time) asks the server to cancel it. */
  awaitTask(taskId: string, controls?: CallControls): Promise<ToolResult>;
  /** Follows a task for so long; one that is not over then goes on, and is given as it stood when it was last asked for. */
  waitForTask(task: TaskNews, patienceMs: number, controls?: CallControls): Promise<ToolStart>;
  /** Asks for a stop; the task may still end in another way. */
  cancelTask(taskId: string, controls?: RequestControls): Promise<void>;
  resources(controls?: RequestControls): Promise<{ resources: Resource[]; problems: ProtocolBreach[] }>;
  resourceTemplates(
    controls?: RequestControls,
  ): Promise<{ resourceTemplates: ResourceTemplateType[]; problems: ProtocolBreach[] }>;
  readResource(
    uri: string,
    controls?: CallControls,
  ): Promise<{ contents: ResourceContent[]; problems: ProtocolBreach[]; raw: JsonObject }>;
  /** What the server knows about work with it; empty where it does not know skills. */
  skills(controls?: RequestControls): Promise<{ skills: Skill[]; problems: ProtocolBreach[] }>;
  /** The text of a skill, or of another file of it, checked against what was announced. */
  readSkill(skill: Skill, path?: string, controls?: RequestControls): Promise<string>;
  prompts(controls?: RequestControls): Promise<{ prompts: Prompt[]; problems: ProtocolBreach[] }>;
  getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    controls?: CallControls,
  ): Promise<{
    description: string | undefined;
    messages: PromptMessage[];
    problems: ProtocolBreach[];
    raw: JsonObject;
  }>;
  complete(request: CompleteRequest['params'], controls?: RequestControls): Promise<Completion>;
  /** Resolves when the server answers; in the newer era, which has no ping, by asking it to introduce itself again. */
  ping(controls?: RequestControls): Promise<void>;
  /** Asks for `resourceUpdated` events about one resource. */
  subscribeResource(uri: string, controls?: RequestControls): Promise<void>;
  setLogLevel(level: LoggingLevel, controls?: RequestControls): Promise<void>;
  /** Listens; the returned function stops it. In the newer era the first listener for changes opens the stream they need. */
  on<Name extends keyof ConnectionEvents>(event: Name, listener: (event: ConnectionEvents[Name]) => void): () => void;
  onClose(listener: (end: ConnectionEvents['closed']) => void): () => void;
  diagnostics(): Diagnostics;
  /** Ends the server or the session; resolves when nothing of it is left. Requests under way reject with `Closed`. */
  close(): Promise<void>;
}
