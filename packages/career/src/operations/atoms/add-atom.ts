import * as z from 'zod';
import { addAtom } from '../../app/atoms.js';
import { requirePerson } from '../../app/confirmation.js';
import { ExperienceAtom } from '../../domain/atom.js';
import { actorOf, isPerson } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';
import { claimText, newId, profileId } from '../shared-fields.js';

export const addAtomOperation = operation({
  name: 'add_atom',
  title: 'Add an experience atom',
  description: 'Adds one claim about experience. Only verified atoms are matched.',
  effect: 'write',
  input: z.strictObject({
    claim: claimText.describe('What was done, in one sentence'),
    atom_id: newId.optional().describe('Generated when left out'),
    title: z.string().default('').describe('Role it belongs to'),
    domain: z.string().default('').describe('Field of work'),
    tags: z.array(z.string()).default([]).describe('Words to find it by'),
    verified: z.boolean().default(false).describe('Whether a person vouches for it'),
    evidence_refs: z.array(z.string()).default([]).describe('Where the proof is'),
    profile_id: profileId,
    kind: ExperienceAtom.shape.kind,
    role: ExperienceAtom.shape.role,
  }),
  output: ExperienceAtom,
  run(given, context) {
    if (given.verified) requirePerson(isPerson(context.identity));
    return inOneTransaction(context, () => addAtom(context.app, given, actorOf(context.identity)));
  },
});
