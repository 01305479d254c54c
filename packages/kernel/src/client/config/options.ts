import type { Duplex } from 'node:stream';
import type {
  AuthProvider,
  ClientCapabilities,
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequest,
  ElicitResult,
  FetchLike,
  Implementation,
  OAuthClientProvider,
  Root,
} from '@modelcontextprotocol/client';
import type { Progress } from '../results/progress.js';
import type { TaskNews } from '../tasks/news.js';

/** Which protocol eras to try: `initialize` (to 2025-11-25), `server/discover` (from 2026-07-28), or the newer first. */
export type Mode = 'legacy' | 'auto' | 'modern';

/** Answers to what a server may ask of us. Declaring one declares the capability. */
export interface ServerRequestHandlers {
  elicitation?(request: ElicitRequest['params'], signal: AbortSignal): Promise<ElicitResult>;
  sampling?(request: CreateMessageRequest['params'], signal: AbortSignal): Promise<CreateMessageResult>;
  roots?(): Promise<Root[]>;
}

export interface RespawnPolicy {
  /** Ends in a row, without a successful request between them, after which the server is given up. */
  readonly limit: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

export interface ConnectOptions {
  /** How faults name the server; its command or address when omitted. */
  readonly name?: string;
  readonly clientInfo?: Implementation;
  /** Overrides the `protocol` of the configuration. */
  readonly mode?: Mode;
  readonly signal?: AbortSignal;
  /** Override the seconds of the configuration. */
  readonly startupTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
  readonly maxRequestMs?: number;
  /** stdio: how long a server that is up may leave `server/discover` unanswered before it counts as an older one. */
  readonly probeMs?: number;
  readonly handlers?: ServerRequestHandlers;
  /** Merged over what the handlers imply. */
  readonly capabilities?: ClientCapabilities;
  /**
   * Wants tasks: declares the extension (2026-07-28), and asks for a task where a tool of a server of 2025-11-25 allows one.
   * `callTool` follows a call that became a task to its end.
   */
  readonly tasks?: boolean;
  readonly respawn?: Partial<RespawnPolicy>;
  /** http and sse: where bearer tokens come from. */
  readonly authProvider?: AuthProvider | OAuthClientProvider;
  /** Waits for the person to come back from the authorization server; gets the query of the redirect. */
  readonly authorizationCallback?: () => Promise<URLSearchParams>;
  readonly fetch?: FetchLike;
  /** stdio: the environment that the server inherits; that of this process when omitted. */
  readonly env?: NodeJS.ProcessEnv;
  /** stdio: how long the server may take to leave after its stdin ended, and again after SIGTERM. */
  readonly graceMs?: number;
  /** The longest message that is taken: a line, the body of an answer, or an event of a stream. */
  readonly maxMessageBytes?: number;
  readonly stderrTailChars?: number;
  readonly onStderr?: (text: string) => void;
  /** stdio: where the server runs already; nothing is started then. */
  readonly pipe?: () => Promise<Duplex>;
}

export interface RequestControls {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxTotalMs?: number;
}

export interface CallControls extends RequestControls {
  readonly onProgress?: (progress: Progress) => void;
  /** False for a call that is to be answered with its result, although the connection wants tasks. */
  readonly tasks?: false;
  /** Called when the call has become a task, and with all news of it. */
  readonly onTask?: (task: TaskNews) => void;
  /** Extra `_meta` of the request, such as trace context. */
  readonly meta?: Readonly<Record<string, unknown>>;
}
