import * as z from 'zod';
import { shortlist } from '../../app/shortlist.js';
import { inTurns } from '../../app/steps.js';
import { Shortlisted } from '../../domain/shortlisted.js';
import { operation } from '../operation.js';
import { profileId } from '../shared-fields.js';

export const shortlistOperation = operation({
  name: 'shortlist',
  title: 'Shortlist',
  description:
    'Opportunities by how well the confirmed claims of a person answer them, best first, each with its reasons. Nothing is recorded; match_opportunity decides. Reports progress.',
  effect: 'read',
  narrower: 'give a limit.',
  cost: 'seconds',
  timeoutMs: 300_000,
  input: z.strictObject({
    profile_id: profileId,
    limit: z.int().min(1).max(1000).default(20).describe('How many at most'),
    include_over: z.boolean().default(false).describe('Also what was accepted, rejected or withdrawn'),
  }),
  output: z.object({
    opportunities: z.array(Shortlisted),
    total: z.int(),
  }),
  cli: {
    verb: 'shortlist',
    show: ({ opportunities }) =>
      opportunities.map(({ opportunity_id, role_title, company, score, met, partly, missing }) => ({
        score: score.toFixed(2),
        met,
        partly,
        missing,
        role: role_title,
        company,
        id: opportunity_id,
      })),
  },
  async run({ profile_id, limit, include_over }, { app, signal, progress }) {
    const told = (done: number, total: number) =>
      progress.report({ progress: done, total, message: `${Math.floor(done)} of ${total} postings` });
    const all = await inTurns(shortlist(app, { profileId: profile_id, includeOver: include_over }), {
      signal,
      onProgress: ({ done, total }) => told(done, total),
    });
    if (all.length > 0) told(all.length, all.length);
    return { opportunities: all.slice(0, limit), total: all.length };
  },
});
