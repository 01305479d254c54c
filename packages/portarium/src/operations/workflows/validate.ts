import { ValidationView } from '../../answers/workflows.js';
import { validateWorkflow as validate } from '../../app/workflows/workflows.js';
import { define } from '../define.js';
import { Sent, sentText, unwrap } from './sent.js';

export const validateWorkflow = define({
  name: 'portarium_workflow_validate',
  title: 'Check a definition',
  description: 'Check a definition without saving it',
  effect: 'read',
  needs: 'workflow:read',
  input: { workflow: Sent },
  output: ValidationView,
  rest: { method: 'POST', path: '/workflows:validate', tag: 'Workflows', body: 'workflow' },
  cli: { words: ['workflow'], files: ['workflow'], prepare: sentText, refuses: ({ valid }) => !valid },
  run: (deps, caller, { workflow }) => validate(deps, caller, unwrap(workflow).source),
});
