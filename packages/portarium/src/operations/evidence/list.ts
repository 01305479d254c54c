import * as z from 'zod';
import { EvidenceEntry } from '../../answers/evidence.js';
import { listOf } from '../../answers/said.js';
import { listEvidence as list } from '../../app/evidence/evidence.js';
import { define } from '../define.js';
import { after, page } from '../fields.js';

export const listEvidence = define({
  name: 'portarium_evidence_list',
  title: 'List evidence',
  description: 'Entries of the chain, oldest first',
  effect: 'read',
  needs: 'evidence:read',
  input: {
    runId: z.string().optional(),
    type: z.string().optional(),
    after: after.describe('Sequence number of the last entry seen'),
    limit: page.limit,
  },
  output: listOf(EvidenceEntry),
  verbatim: true,
  rest: { method: 'GET', path: '/evidence', tag: 'Evidence' },
  run: list,
});
