import { listWorkflows as list } from '../../app/workflows.js';
import { define } from '../define.js';
import { items } from '../fields.js';
import { WorkflowListAnswer } from './answers.js';

export const listWorkflows = define({
  name: 'portarium_workflow_list',
  title: 'List workflows',
  description: 'List workflows',
  effect: 'read',
  needs: 'workflow:read',
  output: WorkflowListAnswer,
  rest: { method: 'GET', path: '/workflows', operationId: 'listWorkflows', tag: 'Workflows' },
  run: (deps, caller) => items(list(deps, caller)),
});
