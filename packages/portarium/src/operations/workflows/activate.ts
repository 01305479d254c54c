import * as z from 'zod';
import { WorkflowView } from '../../answers/workflows.js';
import { activateWorkflow as activate } from '../../app/workflows/workflows.js';
import { workflowRow } from '../brief.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const activateWorkflow = define({
  name: 'portarium_workflow_activate',
  title: 'Activate a version',
  description: 'Make one version the active one',
  effect: 'write',
  needs: 'workflow:write',
  input: { workflowId: id, version: z.int().min(1) },
  output: WorkflowView,
  rest: { method: 'POST', path: '/workflows/{workflowId}:activate', tag: 'Workflows' },
  cli: { words: ['version'], show: workflowRow },
  run: activate,
});
