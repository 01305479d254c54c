import * as z from 'zod';
import { verifyAtom } from '../../app/atoms.js';
import { requirePerson } from '../../app/confirmation.js';
import { ExperienceAtom } from '../../domain/atom.js';
import { actorOf, isPerson } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';

export const verifyAtomOperation = operation({
  name: 'verify_atom',
  title: 'Verify an atom',
  description:
    'Marks a claim as confirmed by a person (or takes the confirmation back). Matching sees only confirmed claims.',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    atom_id: z.string().min(1).describe('Id of the atom'),
    verified: z.boolean().default(true).describe('False takes the confirmation back'),
    evidence_refs: z.array(z.string()).default([]).describe('Where the proof is'),
  }),
  output: ExperienceAtom,
  run({ atom_id, verified, evidence_refs }, context) {
    requirePerson(isPerson(context.identity));
    return inOneTransaction(context, () =>
      verifyAtom(context.app, atom_id, verified, evidence_refs, actorOf(context.identity)),
    );
  },
});
