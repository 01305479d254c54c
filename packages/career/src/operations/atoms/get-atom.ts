import * as z from 'zod';
import { requireAtom } from '../../app/atoms.js';
import { claimOfProfile } from '../../app/right-claim.js';
import { ExperienceAtom } from '../../domain/atom.js';
import { operation } from '../operation.js';

export const getAtomOperation = operation({
  name: 'get_atom',
  title: 'Get an atom',
  description: 'One atom by its id.',
  effect: 'read',
  input: z.strictObject({ atom_id: z.string().min(1).describe('Id of the atom') }),
  output: ExperienceAtom,
  run: ({ atom_id }, { app }) => claimOfProfile(app, atom_id) ?? requireAtom(app, atom_id),
});
