import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

import type { Fault } from '../fault.js';
import type { Identity } from '../identity.js';
import type { ErrorProfile, FailureCause } from '../registry/error-profile.js';
import type { CompiledTool, Registry } from '../registry/registry.js';
import type { ToolOutcome } from '../registry/tool.js';
import type { ToolContext } from '../registry/tool-context.js';
import type { TurnInput } from '../task/running-task.js';
import type { TaskBook } from '../task/task-book.js';
import type { CreatedTask } from '../task/task-record.js';
import type { AuditHook } from './audit-event.js';

export type GateResult = CallToolResult | InputRequiredResult | CreatedTask;

/** Work that outlives the request it came with. */
export type BackgroundRun = (context: ToolContext) => ToolOutcome<unknown> | Promise<ToolOutcome<unknown>>;

/** One tool call on its way through the gate. Steps fill in what later steps rely on. */
export interface Call {
  readonly settings: GateSettings;
  readonly requestedName: string;
  readonly startedAtMs: number;
  /** What the handler sees; the deadline step replaces its signal. */
  readonly context: GateContext;
  args: unknown;
  tool: CompiledTool | undefined;
  deadline: Deadline | undefined;
  /** What the handler step runs instead of the tool: the work of a task. */
  readonly run?: BackgroundRun;
  /** Set by the step at which the call becomes a task. */
  background: BackgroundRun | undefined;
  outcome: unknown;
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
  /** True once the timer fired. */
  readonly passed: boolean;
  /** Resolves when the handler has had its grace after the deadline or a cancellation. */
  readonly graceOver: Promise<void>;
  disarm(): void;
}

/** The context is ours to complete: handlers see the readonly view. */
export interface GateContext extends ToolContext {
  signal: AbortSignal;
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
  readonly audit: AuditHook | undefined;
  readonly redact: (value: unknown) => unknown;
  readonly clock: () => number;
  readonly tasks: TaskBook;
  exposes(tool: CompiledTool, identity: Identity): boolean;
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
