import { type Agent, type AgentTask, livenessOf, type Machine } from '../domain/agent.js';
import { type ApprovalDetails, type Override, remainingApprovals } from '../domain/approval.js';
import type { Webhook } from '../domain/event.js';
import { type Plan, planDiff } from '../domain/plan.js';
import type { PinnedTool, Policy } from '../domain/policy.js';
import type { Principal } from '../domain/principal.js';
import type { Run } from '../domain/run.js';
import type { StepDetails } from '../domain/step.js';
import type { ApiKey } from '../domain/store-port.js';
import { isoTime } from '../domain/surroundings.js';
import { mcpStatusOf, type WorkItem } from '../domain/work-item.js';
import type { Workflow } from '../domain/workflow.js';
import { defined } from '../engine/book.js';
import type * as view from './views.js';

/** Milliseconds inside, ISO text outside; what is not known is left out. */
const iso = (at: number | undefined): string | undefined => (at === undefined ? undefined : isoTime(at));

export function runSummary(run: Run): view.RunSummary {
  const { runId, workspaceId, workflowId, workflowVersion, correlationId, executionTier, initiatedVia, status } = run;
  return defined({
    schemaVersion: 1,
    runId,
    workspaceId,
    workflowId,
    workflowVersion,
    correlationId,
    executionTier,
    initiatedByUserId: run.initiatedBy,
    initiatedVia,
    parentRunId: run.parent?.runId,
    status,
    controlState: run.controlState,
    waitingFor: run.waitingFor,
    failure: run.failure,
    cancelRequestedAtIso: iso(run.cancel?.at),
    createdAtIso: isoTime(run.createdAt),
    startedAtIso: iso(run.startedAt),
    endedAtIso: iso(run.endedAt),
  }) as view.RunSummary;
}

export function stepView(step: StepDetails): view.StepView {
  const { stepId, actionId, operation, state, input, output, error, blockedBecause } = step;
  const { approvalId, workItemId, taskId, attempts } = step;
  return defined({
    stepId,
    actionId,
    operation,
    state,
    attempt: attempts.length,
    effect: step.call?.effect,
    input,
    output,
    error,
    blockedBecause,
    approvalId,
    workItemId,
    taskId,
    childRunId: step.childRunId,
    availableAtIso: iso(step.availableAt),
    startedAtIso: iso(step.startedAt),
    endedAtIso: iso(step.endedAt),
  }) as view.StepView;
}

export function approvalView(approval: ApprovalDetails, plan: Plan | undefined): view.ApprovalView {
  const { approvalId, workspaceId, runId, stepId, planId, planDigest, policyVersion, prompt, reason, status } =
    approval;
  return defined({
    approvalId,
    workspaceId,
    runId,
    stepId,
    actionId: stepId.replace(/\[\d+\]$/, ''),
    planId,
    planDigest,
    policyVersion,
    plan: plan?.calls ?? [],
    prompt,
    reason,
    status,
    closedBecause: approval.closedBecause,
    requestedAtIso: isoTime(approval.requestedAt),
    requestedByUserId: approval.requestedBy,
    requestedFor: approval.requestedFor,
    requiredApprovals: approval.requiredCount,
    remainingApprovals: remainingApprovals(approval),
    requiredRoles: approval.requiredRoles,
    decisions: approval.decisions.map(({ principalId, decision, rationale, at, overrideId }) =>
      defined({ decidedByUserId: principalId, decision, rationale, decidedAtIso: isoTime(at), overrideId }),
    ),
    expiresAtIso: isoTime(approval.expiresAt),
    dueAtIso: iso(approval.dueAt),
    escalateTo: approval.dueAt === undefined ? undefined : approval.escalateTo,
    escalatedAtIso: iso(approval.escalatedAt),
    decidedAtIso: iso(approval.decidedAt),
    supersedes: approval.supersedes,
    supersededBy: approval.supersededBy,
  }) as view.ApprovalView;
}

export function planView(plan: Plan): view.PlanView {
  const { planId, runId, digest, policyVersion, calls } = plan;
  const diff = planDiff(plan);
  return {
    planId,
    runId,
    digest,
    policyVersion,
    calls,
    diff,
    createdByUserId: plan.createdBy,
    createdAtIso: isoTime(plan.createdAt),
  };
}

export function workItemView(item: WorkItem): view.WorkItemView {
  const { workItemId, workspaceId, kind, title, instructions, status, outcome, runId, stepId, links, output, notes } =
    item;
  return defined({
    workItemId,
    workspaceId,
    kind,
    title,
    instructions,
    status,
    mcpStatus: mcpStatusOf(item),
    outcome,
    ownerUserId: item.owner,
    dueAtIso: iso(item.dueAt),
    runId,
    stepId,
    links,
    output,
    notes,
    createdByUserId: item.createdBy,
    createdAtIso: isoTime(item.createdAt),
    resolvedAtIso: iso(item.resolvedAt),
    resolvedByUserId: item.resolvedBy,
  }) as view.WorkItemView;
}

export function machineView(machine: Machine): view.MachineView {
  const { machineId, workspaceId, displayName, capabilities, active, registeredAt, lastHeartbeatAt } = machine;
  const registeredAtIso = isoTime(registeredAt);
  return defined({
    machineId,
    workspaceId,
    displayName,
    capabilities,
    active,
    registeredAtIso,
    lastHeartbeatAtIso: iso(lastHeartbeatAt),
  }) as view.MachineView;
}

export function agentView(agent: Agent, now: number): view.AgentView {
  const { agentId, workspaceId, machineId, displayName, capabilities, policyTier, allowedTools, status } = agent;
  return defined({
    agentId,
    workspaceId,
    machineId,
    displayName,
    capabilities,
    policyTier,
    allowedTools,
    status,
    liveness: livenessOf(agent, now),
    statusMessage: agent.statusMessage,
    quarantineReason: agent.quarantine?.reason,
    registeredAtIso: isoTime(agent.registeredAt),
    lastHeartbeatAtIso: iso(agent.lastHeartbeatAt),
    leaseExpiresAtIso: iso(agent.leaseUntil),
  }) as view.AgentView;
}

export function taskView(task: AgentTask): view.TaskView {
  const { taskId, runId, stepId, capability, state, payload, claimedBy, epoch, leaseUntil, result } = task;
  return defined({
    taskId,
    runId,
    stepId,
    capability,
    state,
    payload,
    claimedBy,
    epoch,
    leaseExpiresAtIso: iso(leaseUntil),
    result,
  }) as view.TaskView;
}

export function workflowView({ createdBy, archived: _, ...workflow }: Workflow): view.WorkflowView {
  return { ...workflow, createdByUserId: createdBy };
}

export function policyView({ createdBy, ...policy }: Policy): view.PolicyView {
  return { ...policy, createdByUserId: createdBy };
}

export function principalView({ createdAtIso: _, ...principal }: Principal): view.PrincipalView {
  return principal;
}

export function apiKeyView({ keyId, principalId, label, createdAt, expiresAt, revokedAt }: ApiKey): view.ApiKeyView {
  const times = { createdAtIso: isoTime(createdAt), expiresAtIso: iso(expiresAt), revokedAtIso: iso(revokedAt) };
  return defined({ keyId, principalId, label, ...times }) as view.ApiKeyView;
}

export function overrideView(override: Override): view.OverrideView {
  const { overrideId, approvalId, principalId, reason, issuedBy, expiresAt, usedAt, reviewedAt } = override;
  return defined({
    overrideId,
    approvalId,
    principalId,
    reason,
    issuedByUserId: issuedBy,
    expiresAtIso: isoTime(expiresAt),
    usedAtIso: iso(usedAt),
    reviewed: reviewedAt !== undefined,
  }) as view.OverrideView;
}

export function toolView(tool: PinnedTool): view.ToolView {
  const { server, tool: name, schemaHash, effect, drift, reviewedBy } = tool;
  return defined({
    server,
    tool: name,
    schemaHash,
    class: tool.classOverride ?? tool.class,
    effect,
    drift,
    reviewedByUserId: reviewedBy,
  }) as view.ToolView;
}

export function webhookView(webhook: Webhook): view.WebhookView {
  const { webhookId, url, types, active, deliveredUpTo, attempts, lastError, deadLetters } = webhook;
  return defined({
    webhookId,
    url,
    types,
    active,
    deliveredUpTo,
    attempts,
    lastError,
    deadLetters,
  }) as view.WebhookView;
}
