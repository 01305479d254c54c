import * as z from 'zod';
import { ProfileView, profileView } from '../../app/profiles.js';
import { operation } from '../operation.js';
import { profileId } from '../shared-fields.js';

export const getProfileOperation = operation({
  name: 'get_profile',
  title: 'Get a profile',
  description: 'A person: what stands at the head of a CV, their resumes, how many claims are confirmed.',
  effect: 'read',
  input: z.strictObject({ profile_id: profileId }),
  output: ProfileView,
  run({ profile_id }, { app }) {
    const { resumes, ...view } = profileView(app, profile_id);
    return { ...view, resumes: [...resumes] };
  },
});
