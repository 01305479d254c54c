import type { Scope } from '../domain/expression.js';
import type { Run, Step, StepError } from '../domain/run.js';
import type { Tx } from '../domain/store-port.js';
import type { Action, ActionOf, Effect, Operation } from '../domain/workflow.js';

/** One type of step. A member says what it needs; the engine decides when, under which gate and how often. */
export type StepKind<Op extends Operation = Operation> = {
  readonly operation: Op;
  /** Everything in the action that may hold expressions, for the check when a workflow is saved. */
  templates(action: ActionOf<Op>): unknown;
} & (
  | {
      readonly does: 'call';
      request(action: ActionOf<Op>, scope: Scope): CallRequest;
      readonly effect?: (action: ActionOf<Op>) => Effect;
    }
  | { readonly does: 'gate'; readonly prompt: (action: ActionOf<Op>, scope: Scope) => string }
  | {
      readonly does: 'start';
      readonly start: (
        action: ActionOf<Op>,
        scope: Scope,
      ) => { readonly workflowId: string; readonly input: Readonly<Record<string, unknown>> };
    }
  | { readonly does: 'settle'; enter(context: StepContext<ActionOf<Op>>): Promise<Settled> }
);

/** A call in the form that is shown, hashed and approved. */
export interface CallRequest {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface StepContext<A = Action> {
  readonly tx: Tx;
  readonly run: Run;
  readonly step: Step;
  readonly action: A;
  readonly scope: Scope;
}

export type Settled =
  | { readonly state: 'Succeeded'; readonly output: unknown; readonly workItemId?: string }
  | { readonly state: 'Failed'; readonly error: StepError }
  | { readonly state: 'WaitingForTimer'; readonly availableAt: number }
  | { readonly state: 'WaitingForManualCompletion'; readonly workItemId: string }
  | { readonly state: 'WaitingForAgent'; readonly taskId: string };

export function stepKind<Op extends Operation>(kind: StepKind<Op>): StepKind<Op> {
  return kind;
}

export const failed = (kind: string, message: string): Settled => ({
  state: 'Failed',
  error: { kind, message, retryable: false },
});
