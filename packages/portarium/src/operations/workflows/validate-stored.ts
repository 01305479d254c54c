import { ValidationView } from '../../answers/workflows.js';
import { getWorkflow, validateWorkflow } from '../../app/workflows/workflows.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const validateStoredWorkflow = define({
  name: 'portarium_workflow_check',
  title: 'Check a saved workflow',
  description: 'Check a saved workflow against the servers as they are now',
  effect: 'read',
  needs: 'workflow:read',
  input: { workflowId: id },
  output: ValidationView,
  rest: { method: 'POST', path: '/workflows/{workflowId}:validate', tag: 'Workflows' },
  async run(deps, caller, { workflowId }) {
    const { definition } = await getWorkflow(deps, caller, workflowId);
    return validateWorkflow(deps, caller, definition);
  },
});
