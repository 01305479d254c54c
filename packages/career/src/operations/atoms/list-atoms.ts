import * as z from 'zod';
import { ExperienceAtom, ownProfile } from '../../domain/atom.js';
import { operation } from '../operation.js';
import { profileId } from '../shared-fields.js';

export const listAtomsOperation = operation({
  name: 'list_atoms',
  title: 'List atoms',
  description: 'Atoms sorted by id; filter by verification or by words.',
  effect: 'read',
  narrower: 'give a limit, a text to look for, or only verified claims.',
  input: z.strictObject({
    verified: z.boolean().optional().describe('Only verified, or only unverified ones'),
    text: z.string().optional().describe('Only atoms that contain all these words'),
    profile_id: profileId,
    limit: z.int().min(1).max(1000).default(100).describe('How many at most'),
  }),
  output: z.object({ atoms: z.array(ExperienceAtom), total: z.int() }),
  run({ verified, text = '', profile_id, limit }, { app }) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (atom: ExperienceAtom): boolean => {
      if ((atom.profile_id ?? ownProfile) !== (profile_id ?? ownProfile)) return false;
      const said = `${atom.title} ${atom.claim} ${atom.tags.join(' ')}`.toLowerCase();
      return (verified === undefined || atom.verified === verified) && words.every((word) => said.includes(word));
    };
    const { found, total } = app.store.findAtoms(words, fits, limit);
    return { atoms: found, total };
  },
});
