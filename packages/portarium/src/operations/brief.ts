/** What people see of an answer at a terminal: what tells one thing from another, as a row. */
import type * as view from '../answers/index.js';
import type { CloudEvent } from '../domain/event.js';

/** The rows of a list. */
export const rows =
  <Item>(brief: (item: Item) => unknown) =>
  ({ items }: view.Page<Item>): unknown =>
    items.map(brief);

export const runRow = ({ runId, workflowId, status, waitingFor, createdAtIso }: view.RunSummary) => ({
  runId,
  workflowId,
  status,
  waitingFor,
  created: createdAtIso,
});

export const runText = (run: view.RunView) => ({
  ...runRow(run),
  ...(run.failure === undefined ? {} : { failure: `${run.failure.kind}: ${run.failure.message}` }),
  ...(run.output === undefined ? {} : { output: run.output }),
  steps: run.steps.map(({ stepId, operation, state, attempt }) => ({ stepId, operation, state, attempt })),
  ...(run.pendingApprovals.length === 0
    ? {}
    : { waiting: run.pendingApprovals.map(({ approvalId, prompt }) => ({ approvalId, prompt })) }),
});

export const approvalRow = (approval: view.ApprovalView) => {
  const { approvalId, runId, status, prompt, requestedByUserId, remainingApprovals } = approval;
  return { approvalId, runId, status, prompt, askedBy: requestedByUserId, remaining: remainingApprovals };
};

/** All of it, with the arguments as JSON: laid out for reading, a fraction would be rounded and a line of text could pass for a field. */
export const approvalCard = (approval: view.ApprovalView) => ({
  ...approval,
  plan: approval.plan.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) })),
});

export const agentRow = (agent: view.AgentView) => {
  const { agentId, machineId, displayName, liveness, lastHeartbeatAtIso, quarantineReason } = agent;
  return { agentId, machineId, displayName, liveness, heartbeat: lastHeartbeatAtIso, quarantine: quarantineReason };
};

export const policyRow = ({ policyId, version, active, body, awaitsSecondPerson }: view.PolicyView) => ({
  policyId,
  version,
  active: awaitsSecondPerson ? 'when a second person applies it' : active,
  name: body.name,
  rules: body.rules.length,
});

export const toolRow = ({ server, tool, class: kind, effect, reviewed, reviewedByUserId, drift }: view.ToolView) => ({
  tool: `${server}/${tool}`,
  class: kind,
  effect,
  reviewed: reviewed ? `by ${reviewedByUserId}` : drift === undefined ? 'no' : 'no, it has changed',
});

export const workflowRow = ({ workflowId, version, active, definition }: view.WorkflowView) => ({
  workflowId,
  version,
  active,
  name: definition.name,
  tier: definition.executionTier,
  steps: definition.actions.length,
});

export const workItemRow = ({ workItemId, kind, title, status, ownerUserId, runId }: view.WorkItemView) => ({
  workItemId,
  kind,
  title,
  status,
  owner: ownerUserId,
  runId,
});

export const eventRow = ({ sequence, time, type, subject }: CloudEvent) => ({ sequence, time, type, subject });
