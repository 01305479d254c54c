import { RunView } from '../../answers/runs.js';
import { getApproval } from '../../app/approvals/approvals.js';
import { waitForRun } from '../../app/runs/read-runs.js';
import { conflict } from '../../faults.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const executeAgentAction = define({
  name: 'portarium_action_execute',
  title: 'Result of an approved action',
  description: 'The run of an approved action; what was approved is carried out by itself, exactly once',
  effect: 'read',
  needs: 'approval:read',
  input: { approvalId: id },
  output: RunView,
  rest: { method: 'POST', path: '/agent-actions/{approvalId}/execute', tag: 'Agent actions' },
  async run(deps, caller, { approvalId }, { signal }) {
    const { status, runId } = await getApproval(deps, caller, approvalId);
    if (status === 'Pending') throw conflict('This action is not approved yet.', { approvalId, status });
    return waitForRun(deps, caller, runId, { timeoutMs: 20_000, signal });
  },
});
