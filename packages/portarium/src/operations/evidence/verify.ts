import { verifyEvidence as verify } from '../../app/evidence.js';
import { define } from '../define.js';
import { VerifyAnswer } from './answers.js';

export const verifyEvidence = define({
  name: 'portarium_evidence_verify',
  title: 'Verify evidence',
  effect: 'read',
  needs: 'evidence:read',
  output: VerifyAnswer,
  verbatim: true,
  rest: {
    method: 'GET',
    path: '/evidence:verify',
    operationId: 'verifyEvidence',
    summary: 'Recompute the whole chain',
    tag: 'Evidence',
  },
  run: verify,
});
