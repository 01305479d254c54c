import * as z from 'zod';
import { proposeFromResume } from '../../app/resumes.js';
import { ExperienceAtom } from '../../domain/atom.js';
import { actorOf } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';

export const proposeAtomsOperation = operation({
  name: 'propose_atoms',
  title: 'Propose atoms from a resume',
  description:
    'Claims of an ingested resume, word for word with their lines, stored as unverified atoms for a person to confirm.',
  effect: 'write',
  narrower: 'list_atoms shows the proposals a few at a time.',
  idempotent: true,
  cli: {
    verb: 'propose-atoms',
    show: ({ atoms }) => ({
      atoms: atoms.map(({ atom_id, claim, tags, verified, evidence_refs }) => ({
        ...{ atom_id, claim, tags, verified, evidence_refs },
      })),
      next: 'career verify-atoms <atom_id> ..., those that are true',
    }),
  },
  input: z.strictObject({ resume_id: z.string().min(1).describe('Resume to read') }),
  output: z.object({ atoms: z.array(ExperienceAtom) }),
  run: ({ resume_id }, context) =>
    inOneTransaction(context, () => ({
      atoms: proposeFromResume(context.app, resume_id, actorOf(context.identity)),
    })),
});
