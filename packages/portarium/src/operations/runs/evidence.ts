import { EvidenceEntry } from '../../answers/evidence.js';
import { listOf } from '../../answers/said.js';
import { listEvidence } from '../../app/evidence/evidence.js';
import { getRun } from '../../app/runs/read-runs.js';
import { define } from '../define.js';
import { after, id, page } from '../fields.js';

export const listRunEvidence = define({
  name: 'portarium_run_evidence',
  title: 'Evidence of a run',
  description: 'The evidence of one run',
  effect: 'read',
  needs: 'run:read',
  input: { runId: id, after, limit: page.limit },
  output: listOf(EvidenceEntry),
  verbatim: true,
  rest: { method: 'GET', path: '/runs/{runId}/evidence', tag: 'Runs' },
  async run(deps, caller, request) {
    await getRun(deps, caller, request.runId);
    return listEvidence(deps, caller, request);
  },
});
