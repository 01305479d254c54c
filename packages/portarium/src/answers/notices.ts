/** What the operations about notices answer. */
import * as z from 'zod';
import { type NoticeTopic, noticeChannels, noticeTopics } from '../domain/notice.js';
import { type Said, time } from './said.js';

export const NoticeView = z.looseObject({
  noticeId: z.string(),
  channel: z.enum(noticeChannels),
  address: z.string().optional().describe('Where mail goes, or whose push service tells the browser'),
  place: z.string().optional(),
  principalId: z.string().optional(),
  roles: z.array(z.string()),
  topics: z.array(z.enum(noticeTopics)),
  afterMinutes: z.number(),
  quietHours: z.string().optional(),
  timeZone: z.string(),
  active: z.boolean(),
  attempts: z.number().describe('How often the next one has failed'),
  lastError: z.string().optional(),
  nextAttemptAtIso: time.describe('Nothing is sent before; in the past when there is nothing to wait for'),
  deadLetters: z.array(z.number()).describe('Events that could not be told, by their sequence'),
  replaying: z.array(z.number()).optional().describe('Those of them that are about to be told'),
});
export type NoticeView = Said<z.output<typeof NoticeView>>;

const told = {
  sequence: z.number().describe('The number of the event'),
  topic: z.enum(noticeTopics).optional().describe('Left out when the event has been removed since'),
  about: z.string().optional().describe('The approval, run or work item'),
  happenedAtIso: time.optional(),
};

export const NoticeRecordView = z.looseObject({
  ...NoticeView.shape,
  told: z.array(z.looseObject({ ...told, toldAtIso: time })).describe('The last 20, newest first'),
  failed: z.array(z.looseObject(told)).describe('What was refused for good, newest first; 50 at most'),
  waiting: z
    .array(z.looseObject({ ...told, subject: z.string().optional(), notBeforeIso: time.optional() }))
    .describe('What is still to be told, oldest first, and from when; of the next 100 events'),
});
export type NoticeRecordView = Said<z.output<typeof NoticeRecordView>>;

export const NoticeTestView = z.looseObject({
  arrived: z.boolean().describe('Whether the mail server, Slack or the push service has taken it'),
  problem: z.string().optional(),
});
export type NoticeTestView = Said<z.output<typeof NoticeTestView>>;

export const PushKeyView = z.looseObject({
  publicKey: z.string().describe('applicationServerKey for PushManager.subscribe, in base64url'),
});
export type PushKeyView = Said<z.output<typeof PushKeyView>>;

/** What a browser is sent, encrypted for it. */
export interface PushNotice {
  /** The same whenever it is sent again, and a browser shows one notice of a tag. */
  readonly tag: string;
  readonly topic: NoticeTopic;
  readonly about: string;
  readonly title: string;
  readonly body: string;
  /** Where people sign in and look. */
  readonly url?: string | undefined;
}
