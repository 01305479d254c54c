import type { RunSummary, RunView } from '../../answers/index.js';

export const brief = ({ runId, workflowId, status, waitingFor, createdAtIso }: RunSummary) => ({
  runId,
  workflowId,
  status,
  waitingFor,
  created: createdAtIso,
});

export const runText = (run: RunView) => ({
  ...brief(run),
  ...(run.failure === undefined ? {} : { failure: `${run.failure.kind}: ${run.failure.message}` }),
  ...(run.output === undefined ? {} : { output: run.output }),
  steps: run.steps.map(({ stepId, operation, state, attempt }) => ({ stepId, operation, state, attempt })),
  ...(run.pendingApprovals.length === 0
    ? {}
    : { waiting: run.pendingApprovals.map(({ approvalId, prompt }) => ({ approvalId, prompt })) }),
});
