/**
 * One kind of step, all of it: what it may say in a workflow, what may hold expressions, and what it needs. The engine
 * decides when, under which gate and how often, and knows no kind by name.
 */

import * as z from 'zod';
import type { GateTerms } from '../domain/approval.js';
import type { Scope } from '../domain/expression.js';
import type { TaskId, WorkflowId, WorkItemId } from '../domain/ids.js';
import type { Run } from '../domain/run.js';
import type { Step, StepError } from '../domain/step.js';
import type { Tx } from '../domain/store-port.js';
import { type Action, actionFields, type Effect } from '../domain/workflow.js';
import type { CallOutcome, Downstream, HttpCaller } from './ports.js';

/** Methods and not members: a kind is found by the operation of the action, so it is only ever given its own. */
export type StepKind<A = Action> = { readonly operation: string } & Behaviour<A>;

type Behaviour<A> = {
  /** Everything in the action that may hold expressions, for the check when a workflow is saved. */
  templates(action: A): unknown;
  /** What the schema cannot say about an action. */
  problems?(action: A): readonly { readonly field: string; readonly message: string }[];
} & ((Calls<A> & (Listed<A> | Known<A>)) | Gates<A> | Starts<A> | Settles<A>);

/** Acts outside. The engine sees to pins, policy, approval, limits, the journal and retries. */
interface Calls<A> {
  readonly does: 'call';
  request(action: A, scope: Scope): CallRequest;
  /** The same call with other arguments; they take the place of the first ones where a kind says nothing about it. */
  revised?(request: CallRequest, given: CallRequest['arguments']): CallRequest;
  perform(ports: CallPorts, call: OutgoingCall): Promise<CallOutcome>;
}

/** The server that lists the tool says what the call does and takes. */
interface Listed<A> {
  server(action: A): string;
}

/** The kind itself says so. */
interface Known<A> {
  readonly schemaHash: string;
  effect(action: A): Effect;
}

/** Waits until people have said that the calls behind it may be made. */
interface Gates<A> {
  readonly does: 'gate';
  gate(action: A, scope: Scope): { readonly prompt: string; readonly terms: GateTerms };
}

/** Starts another run and waits for its end. */
interface Starts<A> {
  readonly does: 'start';
  start(action: A, scope: Scope): ChildRequest;
}

/** Does its work inside the transaction, or begins to wait there. */
interface Settles<A> {
  readonly does: 'settle';
  enter(context: StepContext<A>): Promise<Settled>;
  /** The output of a step of this kind that waited for a time, when the time has come. */
  woken?(now: number): unknown;
}

/** A call in the form that is shown, hashed and approved. */
export interface CallRequest {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface CallPorts {
  readonly downstream: Downstream;
  readonly http: HttpCaller;
}

interface OutgoingCall {
  readonly workspaceId: string;
  readonly request: CallRequest;
  readonly idempotencyKey: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ChildRequest {
  readonly workflowId: WorkflowId;
  readonly input: Readonly<Record<string, unknown>>;
}

interface StepContext<A> {
  readonly tx: Tx;
  readonly run: Run;
  readonly step: Step;
  readonly action: A;
  readonly scope: Scope;
}

export type Settled =
  | { readonly state: 'Succeeded'; readonly output: unknown; readonly workItemId?: WorkItemId }
  | { readonly state: 'Failed'; readonly error: StepError }
  | { readonly state: 'WaitingForTimer'; readonly availableAt: number }
  | { readonly state: 'WaitingForManualCompletion'; readonly workItemId: WorkItemId }
  | { readonly state: 'WaitingForAgent'; readonly taskId: TaskId };

export function stepKind<Op extends string, Fields extends z.ZodRawShape>(
  operation: Op,
  fields: Fields,
  behaviour: Behaviour<ActionOf<Op, Fields>>,
): DefinedKind<Op, Fields> {
  const schema: SchemaOf<Op, Fields> = z.strictObject({ ...actionFields, operation: z.literal(operation), ...fields });
  return { operation, schema, ...behaviour };
}

type SchemaOf<Op extends string, Fields extends z.ZodRawShape> = z.ZodObject<
  typeof actionFields & { readonly operation: z.ZodLiteral<Op> } & Fields,
  z.core.$strict
>;
type ActionOf<Op extends string, Fields extends z.ZodRawShape> = z.output<SchemaOf<Op, Fields>>;

/** A kind together with what its steps may say, which gives the type of its actions. */
export type DefinedKind<Op extends string, Fields extends z.ZodRawShape> = {
  readonly operation: Op;
  readonly schema: SchemaOf<Op, Fields>;
} & Behaviour<ActionOf<Op, Fields>>;

export const failed = (kind: string, message: string): Settled => ({
  state: 'Failed',
  error: { kind, message, retryable: false },
});
