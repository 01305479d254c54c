import * as z from 'zod';
import { WorkWishes } from './work-wishes.js';

/** The person whose claims these are: what stands at the head of a CV. A person writes it, nobody infers it. */
export const Profile = z.object({
  profile_id: z.string().min(1).describe('Identifier of the person; "me" for whoever keeps this database'),
  name: z.string().default('').describe('Name as it stands on a CV'),
  headline: z.string().default('').describe('One line below the name'),
  email: z.string().default('').describe('Address for replies'),
  phone: z.string().default('').describe('Telephone number'),
  location: z.string().default('').describe('Town or region'),
  links: z.array(z.string()).default([]).describe('Pages about the person'),
  ...WorkWishes.shape,
});
export type Profile = Readonly<z.infer<typeof Profile>>;
