import * as z from 'zod';
import { deleteAtom } from '../../app/atoms.js';
import { requirePerson } from '../../app/confirmation.js';
import { ExperienceAtom } from '../../domain/atom.js';
import { actorOf, isPerson } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';

export const deleteAtomOperation = operation({
  name: 'delete_atom',
  title: 'Delete an atom',
  description:
    'Takes a claim away. Decisions that rested on it can still be computed again; a confirmed one only a person takes away.',
  effect: 'destructive',
  input: z.strictObject({ atom_id: z.string().min(1).describe('Id of the atom') }),
  output: z.object({ deleted: ExperienceAtom }),
  run({ atom_id }, context) {
    const { app, identity } = context;
    if (app.store.atom(atom_id)?.verified) requirePerson(isPerson(identity));
    return inOneTransaction(context, () => ({ deleted: deleteAtom(app, atom_id, actorOf(identity)) }));
  },
});
