import * as z from 'zod';
import { verifyAtom } from '../../app/atoms.js';
import { requirePerson } from '../../app/confirmation.js';
import { actorOf, isPerson } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';

export const verifyAtomsOperation = operation({
  name: 'verify_atoms',
  title: 'Verify several atoms',
  description:
    'Marks the named claims as confirmed by a person, or takes the confirmations back: all of them or, when one is unknown, none. Each leaves an event of its own.',
  effect: 'write',
  idempotent: true,
  cli: { verb: 'verify-atoms', arguments: ['atom_ids'] },
  input: z.strictObject({
    atom_ids: z.array(z.string().min(1)).min(1).max(1000).describe('Ids of the atoms, each looked at by the person'),
    verified: z.boolean().default(true).describe('False takes the confirmations back'),
  }),
  output: z.object({ changed: z.int().describe('How many were not so before'), total: z.int() }),
  run({ atom_ids, verified }, context) {
    const { app, identity } = context;
    requirePerson(isPerson(identity));
    const wanted = new Set(atom_ids);
    const before = [...wanted].filter((id) => app.store.atom(id)?.verified === verified).length;
    return inOneTransaction(context, () => {
      for (const id of wanted) verifyAtom(app, id, verified, [], actorOf(identity));
      return { changed: wanted.size - before, total: wanted.size };
    });
  },
});
