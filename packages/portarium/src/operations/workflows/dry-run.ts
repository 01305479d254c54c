import { DryRunView } from '../../answers/workflows.js';
import { dryRunWorkflow as dryRun } from '../../app/workflows/workflows.js';
import { define } from '../define.js';
import { id, json } from '../fields.js';

export const dryRunWorkflow = define({
  name: 'portarium_workflow_dry_run',
  title: 'Try a workflow',
  description: 'What a run with this input would do first, without doing it',
  effect: 'read',
  needs: 'workflow:read',
  input: { workflowId: id, input: json.optional() },
  output: DryRunView,
  rest: { method: 'POST', path: '/workflows/{workflowId}:dry-run', tag: 'Workflows', fields: { input: 'parameters' } },
  cli: { verb: 'workflow dry-run', words: ['input'] },
  run: dryRun,
});
