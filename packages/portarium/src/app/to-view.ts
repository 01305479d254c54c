/** What the control plane knows as what it tells: milliseconds inside, ISO text outside; what is not known is left out. */
import * as view from '../answers/index.js';
import { type Agent, type AgentTask, livenessOf, type Machine } from '../domain/agent.js';
import { type ApprovalDetails, type Override, remainingApprovals } from '../domain/approval.js';
import type { Webhook } from '../domain/event.js';
import type { Passkey } from '../domain/passkey.js';
import { type Plan, planDiff } from '../domain/plan.js';
import type { PinnedTool, Policy } from '../domain/policy.js';
import type { Principal } from '../domain/principal.js';
import type { Run } from '../domain/run.js';
import type { StepDetails } from '../domain/step.js';
import type { ApiKey } from '../domain/store-port.js';
import { isoTime } from '../domain/surroundings.js';
import { mcpStatusOf, type WorkItem } from '../domain/work-item.js';
import type { Workflow } from '../domain/workflow.js';
import { schemaHashOf } from '../engine/catalog.js';
import type { ToolInfo } from '../steps/ports.js';

const { answerOf } = view;
const iso = (at: number | undefined): string | undefined => (at === undefined ? undefined : isoTime(at));

export const runSummary = (run: Run) =>
  answerOf(view.RunSummary, run, {
    workflowName: run.definition.name,
    schemaVersion: 1,
    initiatedByUserId: run.initiatedBy,
    parentRunId: run.parent?.runId,
    compensatesRunId: run.compensates?.runId,
    compensationRunId: run.compensatedBy,
    retriesRunId: run.retries,
    retryRunId: run.retriedBy,
    cancelRequestedAtIso: iso(run.cancel?.at),
    createdAtIso: isoTime(run.createdAt),
    startedAtIso: iso(run.startedAt),
    endedAtIso: iso(run.endedAt),
  });

export const stepView = (step: StepDetails) =>
  answerOf(view.StepView, step, {
    attempt: step.attempts.length,
    effect: step.call?.effect,
    availableAtIso: iso(step.availableAt),
    startedAtIso: iso(step.startedAt),
    endedAtIso: iso(step.endedAt),
  });

export const approvalView = (approval: ApprovalDetails, plan: Plan | undefined) =>
  answerOf(view.ApprovalView, approval, {
    actionId: approval.stepId.replace(/\[\d+\]$/, ''),
    plan: plan?.calls ?? [],
    requestedAtIso: isoTime(approval.requestedAt),
    requestedByUserId: approval.requestedBy,
    requiredApprovals: approval.requiredCount,
    remainingApprovals: remainingApprovals(approval),
    decisions: approval.decisions.map(({ principalId, decision, rationale, at, overrideId, passkeyId }) =>
      answerOf(
        view.DecisionView,
        {},
        {
          decidedByUserId: principalId,
          decision,
          rationale,
          decidedAtIso: isoTime(at),
          overrideId,
          passkeyId,
        },
      ),
    ),
    expiresAtIso: isoTime(approval.expiresAt),
    dueAtIso: iso(approval.dueAt),
    escalateTo: approval.dueAt === undefined ? undefined : approval.escalateTo,
    escalatedAtIso: iso(approval.escalatedAt),
    decidedAtIso: iso(approval.decidedAt),
  });

export const planView = (plan: Plan) =>
  answerOf(view.PlanView, plan, {
    diff: planDiff(plan),
    createdByUserId: plan.createdBy,
    createdAtIso: isoTime(plan.createdAt),
  });

export const workItemView = (item: WorkItem) =>
  answerOf(view.WorkItemView, item, {
    mcpStatus: mcpStatusOf(item),
    ownerUserId: item.owner,
    dueAtIso: iso(item.dueAt),
    createdByUserId: item.createdBy,
    createdAtIso: isoTime(item.createdAt),
    resolvedAtIso: iso(item.resolvedAt),
    resolvedByUserId: item.resolvedBy,
  });

export const machineView = (machine: Machine) =>
  answerOf(view.MachineView, machine, {
    registeredAtIso: isoTime(machine.registeredAt),
    lastHeartbeatAtIso: iso(machine.lastHeartbeatAt),
  });

export const agentView = (agent: Agent, now: number) =>
  answerOf(view.AgentView, agent, {
    liveness: livenessOf(agent, now),
    quarantineReason: agent.quarantine?.reason,
    registeredAtIso: isoTime(agent.registeredAt),
    lastHeartbeatAtIso: iso(agent.lastHeartbeatAt),
    leaseExpiresAtIso: iso(agent.leaseUntil),
  });

export const taskView = (task: AgentTask) => answerOf(view.TaskView, task, { leaseExpiresAtIso: iso(task.leaseUntil) });

export const workflowView = (workflow: Workflow) =>
  answerOf(view.WorkflowView, workflow, { createdByUserId: workflow.createdBy });

export const policyView = (policy: Policy) => answerOf(view.PolicyView, policy, { createdByUserId: policy.createdBy });

export const principalView = (principal: Principal) => answerOf(view.PrincipalView, principal, {});

export const apiKeyView = (key: ApiKey) =>
  answerOf(view.ApiKeyView, key, {
    createdByUserId: key.createdBy,
    createdAtIso: isoTime(key.createdAt),
    expiresAtIso: iso(key.expiresAt),
    revokedAtIso: iso(key.revokedAt),
  });

export const passkeyView = (passkey: Passkey) =>
  answerOf(view.PasskeyView, passkey, {
    registeredAtIso: isoTime(passkey.registeredAt),
    revokedAtIso: iso(passkey.revokedAt),
  });

export const overrideView = (override: Override) =>
  answerOf(view.OverrideView, override, {
    issuedByUserId: override.issuedBy,
    expiresAtIso: isoTime(override.expiresAt),
    usedAtIso: iso(override.usedAt),
    reviewed: override.reviewedAt !== undefined,
  });

/** A tool as it was pinned, beside what its server offers now. */
export function toolView(tool: PinnedTool, info?: ToolInfo) {
  const offered = info === undefined ? undefined : schemaHashOf(info);
  const drift = offered === undefined || offered === tool.schemaHash ? tool.drift : offered;
  return answerOf(view.ToolView, tool, {
    class: tool.classOverride ?? tool.class,
    reviewed: tool.reviewedBy !== undefined && drift === undefined,
    reviewedByUserId: tool.reviewedBy,
    drift,
    description: info?.description,
    annotations: info?.annotations as Readonly<Record<string, unknown>> | undefined,
    inputSchema: info?.inputSchema,
  });
}

export const webhookView = (webhook: Webhook) => answerOf(view.WebhookView, webhook, {});
