import { SignedCheckpoint } from '../../answers/evidence.js';
import { checkpointEvidence as checkpoint } from '../../app/evidence/evidence.js';
import { define } from '../define.js';

export const checkpointEvidence = define({
  name: 'portarium_evidence_checkpoint',
  title: 'Sign the evidence',
  description: 'Sign where the chain stands now; whoever keeps the answer notices when its end is cut off',
  effect: 'write',
  needs: 'evidence:read',
  output: SignedCheckpoint,
  verbatim: true,
  rest: { method: 'POST', path: '/evidence:checkpoint', tag: 'Evidence' },
  run: checkpoint,
});
