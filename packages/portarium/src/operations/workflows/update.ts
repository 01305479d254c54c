import { WorkflowView } from '../../answers/workflows.js';
import { getWorkflow, putWorkflow } from '../../app/workflows/workflows.js';
import { invalidInput } from '../../faults.js';
import { workflowRow } from '../brief.js';
import { define } from '../define.js';
import { id, json } from '../fields.js';

export const updateWorkflow = define({
  name: 'portarium_workflow_update',
  title: 'Change a workflow',
  description: 'Save a new version; fields that are left out stay as they are',
  effect: 'write',
  needs: 'workflow:write',
  input: { workflowId: id, changes: json },
  output: WorkflowView,
  rest: { method: 'PATCH', path: '/workflows/{workflowId}', tag: 'Workflows', body: 'changes' },
  cli: { words: ['changes'], show: workflowRow },
  async run(deps, caller, { workflowId, changes }) {
    if (Object.keys(changes).length === 0) throw invalidInput('There is nothing to change.');
    const { definition } = await getWorkflow(deps, caller, workflowId);
    return putWorkflow(deps, caller, { source: { ...definition, ...changes }, workflowId });
  },
});
