import * as z from 'zod';
import { requirePerson } from '../../app/confirmation.js';
import { setProfile } from '../../app/profiles.js';
import { Profile } from '../../domain/profile.js';
import { WorkWishes, wishFields } from '../../domain/work-wishes.js';
import { actorOf, isPerson } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';
import { profileId } from '../shared-fields.js';

export const setProfileOperation = operation({
  name: 'set_profile',
  title: 'Set a profile',
  description:
    'What stands at the head of a CV (name, headline, address for replies), and under which conditions a job is taken: places, work from afar, least pay, right to work. Only a person sets it.',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    profile_id: profileId,
    name: z.string().max(200).optional().describe('Name as it stands on a CV'),
    headline: z.string().max(200).optional().describe('One line below the name'),
    email: z.string().max(200).optional().describe('Address for replies'),
    phone: z.string().max(100).optional().describe('Telephone number'),
    location: z.string().max(200).optional().describe('Town or region'),
    links: z.array(z.string().max(500)).max(20).optional().describe('Pages about the person'),
    ...WorkWishes.shape,
    take_back: z
      .array(z.enum(wishFields))
      .optional()
      .describe('Conditions that are no longer said, so that they are unknown again'),
  }),
  output: Profile,
  run(given, context) {
    requirePerson(isPerson(context.identity));
    return inOneTransaction(context, () => setProfile(context.app, given, actorOf(context.identity)));
  },
});
