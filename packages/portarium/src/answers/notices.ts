/** What the operations about notices answer. */
import * as z from 'zod';
import { noticeChannels, noticeTopics } from '../domain/notice.js';
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

export const PushKeyView = z.looseObject({
  publicKey: z.string().describe('applicationServerKey for PushManager.subscribe, in base64url'),
});
export type PushKeyView = Said<z.output<typeof PushKeyView>>;
