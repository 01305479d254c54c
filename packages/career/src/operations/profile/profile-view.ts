import * as z from 'zod';
import { Profile } from '../../domain/profile.js';

export const ProfileAnswer = z.object({
  profile: Profile,
  resumes: z.array(z.object({ resume_id: z.string(), source_name: z.string(), created_at: z.string() })),
  claims: z.object({ verified: z.int(), unverified: z.int() }),
  found: z
    .object({ name: z.string().optional(), email: z.string().optional(), phone: z.string().optional() })
    .describe('What the newest resume says at its head; it counts once a person has set it'),
});
