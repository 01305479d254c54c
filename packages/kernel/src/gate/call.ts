import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

import type { Fault } from '../fault.js';
import type { Identity } from '../identity.js';
import type { AuditEvent, AuditHook } from '../registry/audit-event.js';
import type { ErrorProfile, FailureCause } from '../registry/error-profile.js';
import type { OperationOutcome, ToolReply } from '../registry/operation.js';
import type { AuditClaim, Front, OperationContext } from '../registry/operation-context.js';
import type { CompiledOperation, Registry } from '../registry/registry.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import type { TurnInput } from '../task/running-task.js';
import type { TaskBook } from '../task/task-book.js';
import type { CreatedTask } from '../task/task-record.js';
import type { RateLimit } from './rate-limit.js';

export type GateResult = CallToolResult | InputRequiredResult | CreatedTask;

/** Work that outlives the request it came with. */
export type BackgroundRun = (
  context: OperationContext,
) => OperationOutcome<unknown> | Promise<OperationOutcome<unknown>>;

/** What a front knows about a call. */
export interface CallStart {
  readonly settings: GateSettings;
  readonly requestedName: string;
  /** What the handler sees; steps replace its identity and its signal. */
  readonly context: GateContext;
  args: unknown;
}

/** One call on its way through the gate. Steps fill in what later steps rely on. */
export interface Call extends CallStart {
  readonly startedAtMs: number;
  /** The handler has kept the audit event in its own transaction. */
  auditKept: boolean;
  operation: CompiledOperation | undefined;
  deadline: Deadline | undefined;
  /** What the handler step runs instead of the operation: the work of a task. */
  readonly run?: BackgroundRun;
  /** Set by the step at which the call becomes a task. */
  background: BackgroundRun | undefined;
  outcome: unknown;
  /** The outcome once it is checked and redacted. */
  reply: ToolReply | undefined;
  result: GateResult | undefined;
  failure: CallFailure | undefined;
}

export interface CallFailure {
  readonly cause: FailureCause | 'unknown-tool' | 'cancelled';
  readonly fault: Fault;
  /** A protocol error that a tool threw on purpose; it leaves as it is. */
  readonly protocolError?: Error;
}

export interface Deadline {
  readonly timeoutMs: number;
  /** Why the call has no more time, once it has none. */
  readonly passed: 'time' | 'stopping' | undefined;
  /** Resolves when the handler has had its grace after the deadline or a cancellation. */
  readonly graceOver: Promise<void>;
  disarm(): void;
}

/** The context is ours to complete: handlers see the readonly view. */
export interface GateContext extends OperationContext {
  signal: AbortSignal;
  identity: Identity;
  audit: AuditClaim;
  /** Sends the last progress update, waits for the quiet gap and lets no further update through. */
  finishProgress(): Promise<void> | undefined;
  readonly cancelledByCaller: boolean;
  /** The same caller, seen from a task that goes on after the request. */
  detach(turn: DetachedTurn): GateContext;
  /** State that a tool minted for a question, checked as if it had travelled. */
  verifiedState(state: string | undefined): Promise<unknown>;
}

export interface DetachedTurn extends Omit<TurnInput, 'requestState'> {
  readonly requestState: unknown;
}

/** That a server has no more time for its calls. */
export interface Stopping {
  readonly signal: AbortSignal;
  /** What a call then has to stop cleanly, at most. */
  readonly graceMs: number;
}

/** What the operator and the definition decided, the same for every call of a runtime. */
export interface GateSettings {
  readonly server: string;
  readonly registry: Registry;
  readonly writable: boolean;
  readonly writeRefusal: string;
  readonly errorProfile: ErrorProfile;
  readonly inputErrors: 'profile' | 'tool';
  readonly defaultTimeoutMs: number;
  readonly graceMs: number;
  readonly maxArgumentDepth: number;
  /** Where evidence is kept. */
  readonly audit: AuditHook;
  /** Hears of every call without keeping it: metrics. */
  readonly observe: (event: AuditEvent) => void;
  /** Counts evidence that could not be kept. */
  readonly auditFailed: () => void;
  readonly rateLimit: RateLimit | undefined;
  readonly identify: ServerDefinition['identify'];
  readonly authorize: ServerDefinition['authorize'];
  readonly redact: (value: unknown) => unknown;
  /** The same for what a call answers, where the server's answers are people's own words. */
  readonly redactAnswer: (value: unknown) => unknown;
  readonly clock: () => number;
  readonly tasks: TaskBook;
  exposes(operation: CompiledOperation, identity: Identity, front: Front): boolean;
  readonly stopping: Stopping;
  /** Counts handlers until they settle, so that a shutdown can wait for them. */
  track(work: Promise<unknown>): void;
}

/**
 * One station of the gate. The list in `index.ts` is the order; a step that throws sends the call straight to the steps
 * that always run.
 */
export interface GateStep {
  readonly name: string;
  readonly always?: boolean;
  /** What it throws is the answer. */
  readonly mapsErrors?: boolean;
  run(call: Call): void | Promise<void>;
}
