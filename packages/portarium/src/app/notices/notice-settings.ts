/** What an operator says about how notices leave. Nothing leaves without it. */
import * as z from 'zod';
import { mailbox } from '../../domain/notice.js';

const isThisMachine = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

const SmtpSettings = z
  .strictObject({
    host: z.string().min(1).describe('The mail server; its address may be private, because the operator names it'),
    port: z.int().min(1).max(65_535).default(587).describe('465 belongs to tls'),
    security: z
      .enum(['starttls', 'tls', 'none'])
      .default('starttls')
      .describe('starttls and tls send nothing before the connection is encrypted; none only within this machine'),
    user: z.string().min(1).optional().describe('Together with a password, or not at all'),
    password: z.string().min(1).optional().describe('env:NAME or file:PATH'),
    from: mailbox.describe('The sender'),
  })
  .refine(({ security, host, password }) => security !== 'none' || password === undefined || isThisMachine(host), {
    path: ['security'],
    message: 'none would send the password in the clear',
  })
  .refine(({ user, password }) => (user === undefined) === (password === undefined), {
    path: ['password'],
    message: 'user and password belong together',
  });
export type SmtpSettings = z.output<typeof SmtpSettings>;

const SlackSettings = z.strictObject({
  signingSecret: z
    .string()
    .min(16)
    .optional()
    .describe('env:NAME or file:PATH; for clicks, which Slack tells to /slack/interactions'),
  places: z
    .record(z.string().min(1).max(100), z.string().min(1))
    .describe('Incoming webhooks by name, each env:NAME or file:PATH: whoever has the address can write there'),
});
export type SlackSettings = z.output<typeof SlackSettings>;

const PushSettings = z.strictObject({
  contact: z
    .string()
    .max(300)
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto: or https:')
    .describe('Whom push services may ask about our messages: mailto:ops@example.com or an https address'),
});
export type PushSettings = z.output<typeof PushSettings>;

export const NoticeSettings = z.strictObject({
  consoleUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The address of the console, for links; the public address when omitted'),
  smtp: SmtpSettings.optional().describe('People may be told by e-mail'),
  slack: SlackSettings.optional().describe('People may be told in Slack'),
  push: PushSettings.optional().describe('People may be told in their browsers'),
  webhookHosts: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'Hosts of this machine or of private networks that Slack and push services may have, where no servers file names them',
    ),
});
export type NoticeSettings = z.output<typeof NoticeSettings>;
