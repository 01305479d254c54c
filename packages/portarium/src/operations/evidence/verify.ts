import * as z from 'zod';
import { LiveReport } from '../../answers/evidence.js';
import { verifyEvidence as verify } from '../../app/evidence/evidence.js';
import { define } from '../define.js';

export const verifyEvidence = define({
  name: 'portarium_evidence_verify',
  title: 'Verify evidence',
  description: 'Recompute the whole chain',
  effect: 'read',
  needs: 'evidence:read',
  input: {
    heads: z.string().max(5000).optional().describe('Heads kept elsewhere, [chain/]number:hash, separated by commas'),
    checkpoints: z.string().max(50_000).optional().describe('Checkpoints kept elsewhere: JSON, one per line'),
    publicKey: z.string().optional().describe('The only key whose checkpoints count, 32 bytes in base64url'),
  },
  output: LiveReport,
  verbatim: true,
  rest: { method: 'GET', path: '/evidence:verify', tag: 'Evidence' },
  cli: false,
  run: (deps, caller, kept, { signal }) => verify(deps, caller, kept, signal),
});
