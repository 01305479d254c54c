import { Comparison } from '../../answers/evidence.js';
import { compareEvidence as compare } from '../../app/evidence/compare-evidence.js';
import { define } from '../define.js';

export const compareEvidence = define({
  name: 'portarium_evidence_compare',
  title: 'Compare state and evidence',
  description:
    'Whether the evidence tells of every run, call, approval and decision that is there; a cut end shows here',
  effect: 'read',
  needs: 'evidence:read',
  output: Comparison,
  rest: { method: 'GET', path: '/evidence:compare', tag: 'Evidence' },
  cli: { refuses: ({ agrees }) => !agrees },
  run: (deps, caller, _, { signal }) => compare(deps, caller, signal),
});
