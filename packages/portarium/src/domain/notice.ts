/** Who is told what happens, how, and when not. */
import * as z from 'zod';
import { isTimeZone } from './cron.js';
import type { Subscriber } from './event.js';
import type { NoticeId, WorkspaceId } from './ids.js';
import { quietHoursPattern } from './quiet-hours.js';

/** Those that an administrator sets up for others. */
const namedChannels = ['email', 'slack'] as const;
/** A browser only speaks for itself: see `push.ts`. */
export const noticeChannels = [...namedChannels, 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export const noticeTopics = ['approval', 'failure', 'work'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** One address and nothing else: no name, no list, no line break, and no character that means something to a server. */
export const mailbox = z
  .string()
  .max(254)
  .regex(/^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/, 'must be one e-mail address');

/** What whoever makes a notice says. */
export const NoticeBody = z.strictObject({
  channel: z.enum(namedChannels).meta({ title: 'How they are told' }),
  address: mailbox.optional().meta({ title: 'E-mail address', description: 'Where mail goes' }),
  place: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .meta({ title: 'Place in Slack', description: 'One of those that the operator has named' }),
  principalId: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .meta({ title: 'Person', description: 'The person it is for: told only of approvals that they may decide' }),
  roles: z
    .array(z.string().trim().min(1).max(100))
    .max(20)
    .default([])
    .describe('Only approvals that one of these roles may decide; all when empty'),
  topics: z
    .array(z.enum(noticeTopics))
    .min(1)
    .max(10)
    .default(['approval'])
    .meta({ title: 'Told of' })
    .describe('approval: one waits; failure: a run has failed; work: a person has something to do or to look at'),
  afterMinutes: z
    .number()
    .min(0)
    .max(43_200)
    .default(0)
    .meta({ title: 'After how many minutes' })
    .describe('Escalation: tells only of what still waits after so long'),
  quietHours: z
    .string()
    .regex(quietHoursPattern, 'must be two times of day, such as 22:00-07:00')
    .refine((text) => text.slice(0, 5) !== text.slice(6), 'must not begin when they end')
    .optional()
    .describe('Such as 22:00-07:00: nothing is sent then; what still waits is told afterwards'),
  timeZone: z
    .string()
    .max(100)
    .refine(isTimeZone, 'is no name of a time zone, such as Europe/London or UTC')
    .default('UTC')
    .describe('Of the quiet hours; a name of the IANA database'),
  active: z.boolean().default(true),
});
export type NoticeBody = z.output<typeof NoticeBody>;

/** A subscriber to the feed of the workspace who is a person, or a place where people look. */
export interface Notice extends Subscriber, Omit<NoticeBody, 'channel'> {
  readonly workspaceId: WorkspaceId;
  readonly noticeId: NoticeId;
  readonly channel: NoticeChannel;
  /** The browser it goes to, sealed. */
  readonly sealedTarget?: string;
  readonly active: boolean;
}
