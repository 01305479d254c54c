import { listOf } from '../../answers/said.js';
import { WorkflowView } from '../../answers/workflows.js';
import { listWorkflows as list } from '../../app/workflows/workflows.js';
import { rows, workflowRow } from '../brief.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listWorkflows = define({
  name: 'portarium_workflow_list',
  title: 'List workflows',
  description: 'List workflows',
  effect: 'read',
  needs: 'workflow:read',
  output: listOf(WorkflowView),
  rest: { method: 'GET', path: '/workflows', tag: 'Workflows' },
  cli: { show: rows(workflowRow) },
  run: (deps, caller) => items(list(deps, caller)),
});
