import * as z from 'zod';
import { ProfileView, profileIds, profileView } from '../../app/profiles.js';
import { operation } from '../operation.js';

export const listProfilesOperation = operation({
  name: 'list_profiles',
  title: 'List profiles',
  description: 'Everybody whose claims or resumes are kept here.',
  effect: 'read',
  narrower: 'get_profile tells of one person.',
  input: z.strictObject({}),
  output: z.object({ profiles: z.array(ProfileView) }),
  run: (_, { app }) => ({
    profiles: profileIds(app).map((id) => {
      const { resumes, ...view } = profileView(app, id);
      return { ...view, resumes: [...resumes] };
    }),
  }),
});
