import { RunSummary } from '../../answers/runs.js';
import { intervene, resolveUnknown } from '../../app/runs/runs.js';
import { runRow } from '../brief.js';
import { define } from '../define.js';
import { given, id } from '../fields.js';
import { Intervention } from './intervention.js';

export const interveneInRun = define({
  name: 'portarium_run_intervene',
  title: 'Intervene in a run',
  description: 'Pause, resume, annotate, or settle a call whose outcome nobody knows',
  effect: 'write',
  needs: 'run:intervene',
  input: { runId: id, intervention: Intervention },
  output: RunSummary,
  rest: { method: 'POST', path: '/runs/{runId}/interventions', tag: 'Runs', body: 'intervention' },
  cli: { words: ['intervention'], show: runRow },
  run(deps, caller, { runId, intervention }) {
    const { interventionType: kind, rationale } = intervention;
    if (kind !== 'resolve-unknown') return intervene(deps, caller, { runId, kind, rationale });
    const { stepId, resolution } = intervention;
    return resolveUnknown(deps, caller, { runId, stepId, rationale, resolution: given(resolution) as never });
  },
});
