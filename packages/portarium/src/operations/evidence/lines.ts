import { canonicalJson, type Entry } from '@quadrivium/ledger';
import * as z from 'zod';
import { EvidenceLine } from '../../answers/evidence.js';
import { listOf } from '../../answers/said.js';
import { listEvidence } from '../../app/evidence/evidence.js';
import { define } from '../define.js';
import { after, page } from '../fields.js';

const lineOf = (entry: Entry) => ({ seq: entry.seq, hash: entry.hash, line: canonicalJson({ ...entry } as never) });

export const listEvidenceLines = define({
  name: 'portarium_evidence_lines',
  title: 'Evidence as text',
  description:
    'The same entries as the canonical text they are exported as: whoever has the text can recompute the hashes',
  effect: 'read',
  needs: 'evidence:read',
  input: {
    runId: z.string().optional(),
    after: after.describe('Sequence number of the last entry seen'),
    limit: page.limit,
  },
  output: listOf(EvidenceLine),
  verbatim: true,
  rest: { method: 'GET', path: '/evidence:lines', tag: 'Evidence' },
  async run(deps, caller, request) {
    const { items, ...rest } = await listEvidence(deps, caller, request);
    return { items: items.map(lineOf), ...rest };
  },
});
