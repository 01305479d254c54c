/** What an operator says about the identity provider that people sign in with. */
import * as z from 'zod';

const address = z
  .url()
  .refine(
    (text) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/.test(text),
    'needs https, or this machine',
  );

export const LoginSettings = z.strictObject({
  issuer: address.describe('The provider; what it offers is read from /.well-known/openid-configuration below it'),
  clientId: z.string().min(1).describe('What the provider calls us'),
  clientSecret: z.string().min(1).optional().describe('env:NAME or file:PATH; left out by public clients'),
  publicUrl: address.optional().describe('The address that browsers use; /auth/callback below it is the redirect URI'),
  workspace: z.string().min(1).optional().describe('The workspace people come into'),
  name: z.string().min(1).max(100).default('single sign-on').describe('What the button calls it'),
  scopes: z.array(z.string().min(1)).default(['openid', 'profile', 'email']).describe('What the provider is asked for'),
  groupsClaim: z.string().min(1).default('groups').describe('The claim that lists the groups of a person'),
  roles: z
    .record(z.string(), z.array(z.string().min(1)).min(1))
    .describe('Roles by group; who is in none of these groups is not let in'),
  principalClaim: z
    .enum(['sub', 'email', 'preferred_username'])
    .default('sub')
    .describe('What people are called here; an e-mail address counts only when the provider has verified it'),
  sessionHours: z.number().positive().max(720).default(8).describe('How long somebody stays signed in at most'),
  idleMinutes: z
    .number()
    .positive()
    .max(43_200)
    .default(60)
    .describe('How long somebody stays signed in who does nothing'),
});
export type LoginSettings = z.output<typeof LoginSettings>;
