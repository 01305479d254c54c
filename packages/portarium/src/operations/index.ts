import { executeAgentAction } from './agent-actions/execute.js';
import { proposeAgentAction } from './agent-actions/propose.js';
import { directAgent } from './agents/direct.js';
import { getAgent } from './agents/get.js';
import { getMachine } from './agents/get-machine.js';
import { agentHeartbeat } from './agents/heartbeat.js';
import { listAgents } from './agents/list.js';
import { listMachines } from './agents/list-machines.js';
import { machineHeartbeat } from './agents/machine-heartbeat.js';
import { quarantineAgent } from './agents/quarantine.js';
import { registerAgent } from './agents/register.js';
import { registerMachine } from './agents/register-machine.js';
import { reviewAgent } from './agents/review.js';
import { decideApproval } from './approvals/decide.js';
import { getApproval } from './approvals/get.js';
import { getPlan } from './approvals/get-plan.js';
import { issueOverride } from './approvals/issue-override.js';
import { listApprovals } from './approvals/list.js';
import { listOverrides } from './approvals/list-overrides.js';
import { reviewOverride } from './approvals/review-override.js';
import { revisePlan } from './approvals/revise.js';
import { listEvents } from './events/list.js';
import { streamEvents } from './events/stream.js';
import { checkpointEvidence } from './evidence/checkpoint.js';
import { exportEvidence } from './evidence/export.js';
import { listEvidenceLines } from './evidence/lines.js';
import { listEvidence } from './evidence/list.js';
import { verifyEvidence } from './evidence/verify.js';
import { activatePolicy } from './policies/activate.js';
import { deactivatePolicy } from './policies/deactivate.js';
import { getPolicy } from './policies/get.js';
import { getToolExposure } from './policies/get-exposure.js';
import { listPolicies } from './policies/list.js';
import { listTools } from './policies/list-tools.js';
import { putToolExposure } from './policies/put-exposure.js';
import { reviewTool } from './policies/review-tool.js';
import { savePolicy } from './policies/save.js';
import { simulatePolicy } from './policies/simulate.js';
import { cancelRun } from './runs/cancel.js';
import { listRunEvidence } from './runs/evidence.js';
import { getRun } from './runs/get.js';
import { interveneInRun } from './runs/intervene.js';
import { listRuns } from './runs/list.js';
import { startRun } from './runs/start.js';
import { listSteps } from './runs/steps.js';
import { getRunTimeline } from './runs/timeline.js';
import { claimTask } from './tasks/claim.js';
import { completeTask } from './tasks/complete.js';
import { failTask } from './tasks/fail.js';
import { listTasks } from './tasks/list.js';
import { renewTask } from './tasks/renew.js';
import { claimWorkItem } from './work-items/claim.js';
import { completeWorkItem } from './work-items/complete.js';
import { createWorkItem } from './work-items/create.js';
import { getWorkItem } from './work-items/get.js';
import { listWorkItems } from './work-items/list.js';
import { updateWorkItem } from './work-items/update.js';
import { activateWorkflow } from './workflows/activate.js';
import { archiveWorkflow } from './workflows/archive.js';
import { createWorkflow } from './workflows/create.js';
import { dryRunWorkflow } from './workflows/dry-run.js';
import { dryRunDefinition } from './workflows/dry-run-definition.js';
import { getWorkflow } from './workflows/get.js';
import { listWorkflows } from './workflows/list.js';
import { updateWorkflow } from './workflows/update.js';
import { validateWorkflow } from './workflows/validate.js';
import { validateStoredWorkflow } from './workflows/validate-stored.js';
import { createApiKey } from './workspace/create-api-key.js';
import { createWebhook } from './workspace/create-webhook.js';
import { freezeWorkspace } from './workspace/freeze.js';
import { getWorkspace } from './workspace/get.js';
import { listApiKeys } from './workspace/list-api-keys.js';
import { listPrincipals } from './workspace/list-principals.js';
import { listWebhooks } from './workspace/list-webhooks.js';
import { putPrincipal } from './workspace/put-principal.js';
import { removeWebhook } from './workspace/remove-webhook.js';
import { revokeApiKey } from './workspace/revoke-api-key.js';
import { unfreezeWorkspace } from './workspace/unfreeze.js';
import { updateWorkspace } from './workspace/update.js';
import { whoAmI } from './workspace/who-am-i.js';

/**
 * Everything that can be asked of the control plane, in the order of the documents. A new operation is a file and a line
 * here: its route, its entry in OpenAPI, its client call, its record in the chain of calls and, where it is one, its
 * tool follow.
 */
export const operations = [
  startRun,
  getRun,
  cancelRun,
  listRuns,
  getRunTimeline,
  listSteps,
  interveneInRun,
  listRunEvidence,
  listWorkItems,
  createWorkItem,
  getWorkItem,
  updateWorkItem,
  claimWorkItem,
  completeWorkItem,
  listApprovals,
  getApproval,
  decideApproval,
  revisePlan,
  issueOverride,
  listOverrides,
  reviewOverride,
  getPlan,
  listMachines,
  registerMachine,
  getMachine,
  machineHeartbeat,
  listAgents,
  registerAgent,
  getAgent,
  agentHeartbeat,
  quarantineAgent,
  reviewAgent,
  directAgent,
  claimTask,
  listTasks,
  renewTask,
  completeTask,
  failTask,
  proposeAgentAction,
  executeAgentAction,
  listWorkflows,
  createWorkflow,
  validateWorkflow,
  dryRunDefinition,
  getWorkflow,
  updateWorkflow,
  archiveWorkflow,
  activateWorkflow,
  validateStoredWorkflow,
  dryRunWorkflow,
  listPolicies,
  savePolicy,
  getPolicy,
  simulatePolicy,
  activatePolicy,
  deactivatePolicy,
  getToolExposure,
  putToolExposure,
  listTools,
  reviewTool,
  listEvidence,
  listEvidenceLines,
  verifyEvidence,
  checkpointEvidence,
  exportEvidence,
  listEvents,
  streamEvents,
  getWorkspace,
  whoAmI,
  updateWorkspace,
  freezeWorkspace,
  unfreezeWorkspace,
  listPrincipals,
  putPrincipal,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  listWebhooks,
  createWebhook,
  removeWebhook,
] as const;
