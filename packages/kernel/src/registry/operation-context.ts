import type {
  ClientCapabilities,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
  Implementation,
  LoggingLevel,
} from '@modelcontextprotocol/server';
import type { Identity } from '../identity.js';
import type { Logger } from '../log/logger.js';
import type { ProgressReporter } from '../progress/progress-update.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { AuditEvent } from './audit-event.js';

export type Era = 'legacy' | 'modern';

/** What every handler (tool, resource, prompt, completion) may know about its call. */
export interface CallContext {
  /** Aborted when the caller cancels, disconnects, or the deadline passes. */
  readonly signal: AbortSignal;
  readonly identity: Identity;
  /** The only way to the file system; a fault when the server was started without any directory. */
  readonly files: Sandbox;
  readonly log: Logger;
  readonly era: Era;
  readonly protocolVersion: string;
  readonly requestId: string | number;
  readonly requestMeta: Readonly<Record<string, unknown>>;
  readonly client: ClientChannel;
}

export interface OperationContext<App = unknown> extends CallContext {
  /** What the server works with: `app` of its definition. */
  readonly app: App;
  readonly front: Front;
  readonly progress: ProgressReporter;
  readonly audit: AuditClaim;
  /** News of work under way, for whoever watches this process (`runtime.onNews`); the caller hears by `progress`. */
  readonly tell: (news: unknown) => void;
}

/** The ways in which a call can come. */
export type Front = 'mcp' | 'rest' | 'cli';

/**
 * For a handler whose work is a transaction: it keeps the audit event in that transaction and says so once it is
 * committed. The gate writes the event itself for every other call, and for one whose transaction was rolled back.
 */
export interface AuditClaim {
  /** False where the operator keeps no record of calls: then there is nothing to write. */
  readonly wanted: boolean;
  /** The event of this call as it is if the call succeeds. */
  event(): AuditEvent;
  /** The event is where it belongs, for good. */
  kept(): void;
}

/** The caller's side of the connection: what it can do, and what it answered when we asked. */
export interface ClientChannel {
  readonly capabilities: ClientCapabilities | undefined;
  readonly info: Implementation | undefined;
  /** The caller declared the tasks extension on this very request, so it may be answered with a task. */
  readonly acceptsTasks: boolean;
  /** Answers to a previous `inputRequired` round, untrusted. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined;
  readonly requestState: unknown;
  /** Legacy push requests; on 2026-07-28 return `inputRequired(...)` instead. */
  elicit(params: ElicitRequestFormParams | ElicitRequestURLParams): Promise<ElicitResult>;
  sample(params: CreateMessageRequestParams): Promise<CreateMessageResult>;
  /** A log notification; silent unless the server declares logging and the client asked for the level. */
  log(level: LoggingLevel, data: unknown, logger?: string): Promise<void>;
  notify(method: string, params?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Ends the response stream early so that the client polls; only on resumable HTTP sessions. */
  readonly closeStream: (() => void) | undefined;
}
