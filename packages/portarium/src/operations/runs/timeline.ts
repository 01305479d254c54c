import { RunTimeline } from '../../answers/runs.js';
import { getTimeline } from '../../app/runs/read-runs.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const getRunTimeline = define({
  name: 'portarium_run_timeline',
  title: 'Timeline of a run',
  description: 'What happened to a run, oldest first, and its calls as planned beside its calls as made',
  effect: 'read',
  needs: 'run:read',
  input: { runId: id },
  output: RunTimeline,
  rest: { method: 'GET', path: '/runs/{runId}/timeline', tag: 'Runs' },
  run: (deps, caller, { runId }) => getTimeline(deps, caller, runId),
});
