import { WorkflowView } from '../../answers/workflows.js';
import { putWorkflow } from '../../app/workflows/workflows.js';
import { workflowRow } from '../brief.js';
import { define } from '../define.js';
import { Sent, unwrap } from './sent.js';

export const createWorkflow = define({
  name: 'portarium_workflow_create',
  title: 'Save a workflow',
  description: 'Save a workflow; version 1 or the next one',
  effect: 'write',
  needs: 'workflow:write',
  input: { workflow: Sent },
  output: WorkflowView,
  rest: { method: 'POST', path: '/workflows', tag: 'Workflows', status: 201, body: 'workflow' },
  cli: {
    verb: 'workflow apply',
    words: ['workflow'],
    files: ['workflow'],
    switches: { inactive: 'save without making it the active version' },
    prepare: ({ workflow, inactive }) => ({ workflow: { source: workflow, ...(inactive ? { activate: false } : {}) } }),
    show: workflowRow,
  },
  run: (deps, caller, { workflow }) => putWorkflow(deps, caller, unwrap(workflow)),
});
