import * as z from 'zod';
import { requirePerson } from '../../app/confirmation.js';
import { deleteProfile } from '../../app/profiles.js';
import { actorOf, isPerson } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';
import { newId } from '../shared-fields.js';

export const deleteProfileOperation = operation({
  name: 'delete_profile',
  title: 'Delete a profile',
  description:
    'Takes a person away: what stands at the head of their CV, their resumes and all their claims, each with an event of its own. Decisions and documents made before stay, and can still be checked. Only a person does it.',
  effect: 'destructive',
  input: z.strictObject({ profile_id: newId.describe('Person to take away; "me" for whoever keeps this database') }),
  output: z.object({ profile_id: z.string(), claims: z.int(), resumes: z.int() }),
  run({ profile_id }, context) {
    const { app, identity } = context;
    requirePerson(isPerson(identity));
    return inOneTransaction(context, () => deleteProfile(app, profile_id, actorOf(identity)));
  },
});
