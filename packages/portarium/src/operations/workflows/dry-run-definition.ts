import { DryRunView } from '../../answers/workflows.js';
import { dryRunWorkflow } from '../../app/workflows/workflows.js';
import { define } from '../define.js';
import { json, source } from '../fields.js';

export const dryRunDefinition = define({
  name: 'portarium_definition_dry_run',
  title: 'Try a definition',
  description: 'What a definition would do first, without doing it',
  effect: 'read',
  needs: 'workflow:read',
  input: { source, input: json.optional() },
  output: DryRunView,
  rest: { method: 'POST', path: '/workflows:dry-run', tag: 'Workflows', fields: { input: 'parameters' } },
  cli: { verb: 'definition dry-run' },
  run: dryRunWorkflow,
});
