import { StepView } from '../../answers/runs.js';
import { listOf } from '../../answers/said.js';
import { getRun } from '../../app/runs/read-runs.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const listSteps = define({
  name: 'portarium_run_steps',
  title: 'Steps of a run',
  description: 'The steps of a run',
  effect: 'read',
  needs: 'run:read',
  input: { runId: id },
  output: listOf(StepView),
  rest: { method: 'GET', path: '/runs/{runId}/steps', tag: 'Runs' },
  run: async (deps, caller, { runId }) => ({ items: (await getRun(deps, caller, runId)).steps }),
});
