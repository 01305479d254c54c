import { LiveReport } from '../../answers/evidence.js';
import { verifyEvidence as verify } from '../../app/evidence.js';
import { define } from '../define.js';

export const verifyEvidence = define({
  name: 'portarium_evidence_verify',
  title: 'Verify evidence',
  description: 'Recompute the whole chain',
  effect: 'read',
  needs: 'evidence:read',
  output: LiveReport,
  verbatim: true,
  rest: { method: 'GET', path: '/evidence:verify', operationId: 'verifyEvidence', tag: 'Evidence' },
  cli: false,
  run: (deps, caller, _, { signal }) => verify(deps, caller, signal),
});
