import * as z from 'zod';
import { WorkflowView } from '../../answers/workflows.js';
import { getWorkflow as read } from '../../app/workflows/workflows.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const getWorkflow = define({
  name: 'portarium_workflow_get',
  title: 'One workflow',
  description: 'A workflow; the active version unless one is named',
  effect: 'read',
  needs: 'workflow:read',
  input: { workflowId: id, version: z.coerce.number().int().min(1).optional() },
  output: WorkflowView,
  rest: { method: 'GET', path: '/workflows/{workflowId}', tag: 'Workflows' },
  cli: { words: ['version'] },
  run: (deps, caller, { workflowId, version }) => read(deps, caller, workflowId, version),
});
