import { archiveWorkflow as archive } from '../../app/workflows/workflows.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const archiveWorkflow = define({
  name: 'portarium_workflow_archive',
  title: 'Archive a workflow',
  description: 'Archive a workflow; runs under way go on',
  effect: 'destructive',
  needs: 'workflow:write',
  input: { workflowId: id },
  rest: { method: 'DELETE', path: '/workflows/{workflowId}', tag: 'Workflows', status: 204 },
  run: (deps, caller, { workflowId }) => archive(deps, caller, workflowId),
});
