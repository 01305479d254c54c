import * as z from 'zod';
import { ExperienceAtom } from '../../domain/atom.js';
import { operation } from '../operation.js';
import { profileId } from '../shared-fields.js';

export const listAtomsOperation = operation({
  name: 'list_atoms',
  title: 'List atoms',
  description: 'Atoms sorted by id; filter by verification or by words.',
  effect: 'read',
  input: z.strictObject({
    verified: z.boolean().optional().describe('Only verified, or only unverified ones'),
    text: z.string().optional().describe('Only atoms that contain all these words'),
    profile_id: profileId,
    limit: z.int().min(1).max(1000).default(100).describe('How many at most'),
  }),
  output: z.object({ atoms: z.array(ExperienceAtom), total: z.int() }),
  run({ verified, text = '', profile_id, limit }, { app }) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const found = app.store.atoms(profile_id).filter((atom) => {
      const said = `${atom.title} ${atom.claim} ${atom.tags.join(' ')}`.toLowerCase();
      return (verified === undefined || atom.verified === verified) && words.every((word) => said.includes(word));
    });
    return { atoms: found.slice(0, limit), total: found.length };
  },
});
