import type { Server } from '@modelcontextprotocol/server';
import type { RateLimit } from '../gate/rate-limit.js';
import type { Identity } from '../identity.js';
import type { Logger } from '../log/logger.js';
import type { ProgressReporter } from '../progress/progress-update.js';
import type { AuditEvent, AuditHook } from '../registry/audit-event.js';
import type { Operation } from '../registry/operation.js';
import type { Era, Front } from '../registry/operation-context.js';
import type { Checked, SchemaSource } from '../registry/schema-source.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { TaskLimits } from '../task/task-book.js';
import type { HeaderDeclaration } from '../wire/param-headers.js';
import type { ProtocolRules } from './normalise.js';

/** What the operator decides, as opposed to what the server is. */
export interface RuntimeOptions {
  /** List tools by the seed's names, or by names every model provider accepts. Both are always callable. */
  readonly toolNames?: 'seed' | 'portable';
  readonly allowWrite?: boolean;
  /** Names, or prefixes ending in `*`; everything when left out. */
  readonly allowedTools?: readonly string[];
  /** Per caller: role and workspace rules. Asked for the list and again for every call. */
  readonly exposes?: (operation: Operation, identity: Identity, front: Front) => boolean;
  /** `tool` answers argument errors as results a model can read, whatever the error profile says. */
  readonly inputErrors?: 'profile' | 'tool';
  readonly strictProtocol?: boolean;
  readonly files?: Sandbox;
  readonly log?: Logger;
  /** Where evidence of every call is kept; a server without a record says so with `noAudit`. */
  readonly audit: AuditHook;
  /** Hears of every call and keeps nothing: metrics. */
  readonly observe?: (event: AuditEvent) => void;
  readonly redact?: (value: unknown) => unknown;
  readonly defaultTimeoutMs?: number;
  /** How long a call may go on after its deadline or cancellation to checkpoint, before it is answered for it. */
  readonly graceMs?: number;
  readonly maxArgumentDepth?: number;
  /** How often one caller may call; as often as they like when left out. Several servers may share one. */
  readonly rateLimit?: RateLimit;
  /** Bounds of the tasks this process runs itself. */
  readonly tasks?: TaskLimits;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
}

/** What one connection (stdio, WebSocket, session) or one HTTP request needs a server for. */
export interface ConnectionFacts {
  readonly era: Era;
  /** The local identity when left out. */
  readonly identity?: Identity;
  readonly transport: 'stdio' | 'http' | 'sse' | 'websocket' | 'memory';
}

/** A call from outside the protocol: a route, a command, or this process itself. */
export interface DirectCall {
  readonly front: Exclude<Front, 'mcp'>;
  readonly identity: Identity;
  readonly signal?: AbortSignal;
  readonly progress?: ProgressReporter;
  readonly requestId?: string;
  readonly requestMeta?: Readonly<Record<string, unknown>>;
}

/** Whose request was refused before it reached the gate. */
export interface RefusedBy {
  /** The local identity when left out. */
  readonly identity?: Identity;
  readonly era?: Era;
  readonly revision?: string;
}

/** News that an operation told of its work under way. */
export interface WorkNews {
  readonly server: string;
  readonly news: unknown;
}

/** A gate in this process: schemas compiled once, running calls counted. */
export interface LocalRuntime {
  /** Takes a call through the same gate as MCP calls go; gives the checked answer, or throws the fault. */
  call<Output extends SchemaSource>(
    operation: Pick<Operation<SchemaSource, Output>, 'name' | 'output'>,
    args: unknown,
    by: DirectCall,
  ): Promise<Checked<Output>>;
  /** Hears what operations tell of their work under way; gives the function that stops listening. */
  onNews(listener: (news: WorkNews) => void): () => void;
  /** How often evidence could not be kept. */
  readonly auditFailures: number;
  /** Calls whose handler has not settled yet, across all connections, cancelled ones included. */
  readonly running: number;
  /** Resolves true once no handler runs, or false after `graceMs`. */
  settled(graceMs: number): Promise<boolean>;
  /** Ends calls that have a deadline as if it had passed: within the grace each is answered that the server is stopping. */
  endCalls(graceMs: number): void;
  /** Asks the tasks of this process to stop; `settled` tells when they have. */
  endTasks(): void;
}

/** A definition ready to serve: a gate, and servers made cheaply. */
export interface ServerRuntime extends LocalRuntime {
  readonly definition: ServerDefinition;
  readonly options: RuntimeOptions;
  /** Rules for `normalise`, to be applied by every transport before the SDK sees a message. */
  readonly rules: ProtocolRules;
  /** A fresh SDK server; cheap enough for one per HTTP request. The SDK demands that an instance is never reused. */
  newServer(facts: ConnectionFacts): Server;
  /** Keeps evidence of what a transport refused: one request, or a batch of them; see `normalise`. */
  refused(asked: unknown, by: RefusedBy): void;
  /** Keeps evidence of a call that came no further than the door (`Unauthenticated`, `Forbidden`), where nobody reads it. */
  turnedAway(kind: string): void;
  /** Hears when the list of tools has changed, after those that are connected were told; gives the function that stops it. */
  onToolsChanged(listener: () => void): () => void;
  /** Arguments of a tool that travel as headers too; none for a tool this caller may not see. */
  headerDeclarations(tool: string, identity: Identity): readonly HeaderDeclaration[];
}
