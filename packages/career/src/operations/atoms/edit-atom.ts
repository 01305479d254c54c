import * as z from 'zod';
import { editAtom } from '../../app/atoms.js';
import { requirePerson } from '../../app/confirmation.js';
import { ExperienceAtom } from '../../domain/atom.js';
import { actorOf, isPerson } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';
import { claimText } from '../shared-fields.js';

export const editAtomOperation = operation({
  name: 'edit_atom',
  title: 'Edit an atom',
  description:
    'Changes the wording, kind, role or tags of a claim. Other words are another claim: it has to be confirmed again, unless a person says verified with the edit.',
  effect: 'write',
  input: z.strictObject({
    atom_id: z.string().min(1).describe('Id of the atom'),
    claim: claimText.optional().describe('What was done, in one sentence'),
    title: z.string().optional().describe('Role it belongs to'),
    domain: z.string().optional().describe('Field of work'),
    tags: z.array(z.string()).optional().describe('Words to find it by'),
    kind: ExperienceAtom.shape.kind,
    role: ExperienceAtom.shape.role,
    verified: z.boolean().default(false).describe('Whether a person vouches for the new wording'),
  }),
  output: ExperienceAtom,
  run({ atom_id, ...change }, context) {
    const { app, identity } = context;
    // What a person confirmed is not taken from them by an agent either.
    if (change.verified || app.store.atom(atom_id)?.verified) requirePerson(isPerson(identity));
    return inOneTransaction(context, () => editAtom(app, atom_id, change, actorOf(identity)));
  },
});
