import * as z from 'zod';
import { activateWorkflow as activate } from '../../app/workflows.js';
import { define } from '../define.js';
import { id } from '../fields.js';
import { WorkflowAnswer } from './answers.js';

export const activateWorkflow = define({
  name: 'portarium_workflow_activate',
  title: 'Activate a version',
  description: 'Make one version the active one',
  effect: 'write',
  needs: 'workflow:write',
  input: { workflowId: id, version: z.int().min(1) },
  output: WorkflowAnswer,
  rest: { method: 'POST', path: '/workflows/{workflowId}:activate', operationId: 'activateWorkflow', tag: 'Workflows' },
  run: activate,
});
