/**
 * Ids that cannot be taken for one another. They are texts; what a text names is said where it comes in, once: by the
 * id maker, by the credential of a caller, or by the use case that was given it.
 */
declare const names: unique symbol;
type Id<What extends string> = string & { readonly [names]: What };

export type WorkspaceId = Id<'workspace'>;
/** A user, an agent or a service. */
export type PrincipalId = Id<'principal'>;
export type WorkflowId = Id<'workflow'>;
export type RunId = Id<'run'>;
export type StepId = Id<'step'>;
export type PlanId = Id<'plan'>;
export type ApprovalId = Id<'approval'>;
export type OverrideId = Id<'override'>;
export type WorkItemId = Id<'work item'>;
export type TaskId = Id<'task'>;
export type MachineId = Id<'machine'>;
export type PolicyId = Id<'policy'>;
export type ScheduleId = Id<'schedule'>;
export type WebhookId = Id<'webhook'>;
export type NoticeId = Id<'notice'>;
/** An agent is a principal as well, under the same id. */
export type AgentId = PrincipalId;

/** What an id with this prefix names. */
export interface MadeIds {
  readonly run: RunId;
  readonly plan: PlanId;
  readonly apr: ApprovalId;
  readonly ovr: OverrideId;
  readonly wi: WorkItemId;
  readonly task: TaskId;
  readonly wh: WebhookId;
  readonly call: string;
  readonly cor: string;
  readonly evt: string;
}

/** Says what a text from outside names; whether there is such a thing is found out by looking. */
export const idOf = <What extends string>(text: string): Id<What> => text as Id<What>;
