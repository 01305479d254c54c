/** Browsers that show notices (RFC 8030). What a browser says about itself is kept sealed: whoever has it can write to it. */

import { ECDH } from 'node:crypto';
import { attempt } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { NoticeBody } from './notice.js';

/** What the operator's server signs its messages to push services with (RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const decoded = (text: string): Buffer => Buffer.from(text, 'base64url');

function isPoint(text: string): boolean {
  return attempt(() => decoded(text).length === 65 && ECDH.convertKey(decoded(text), 'prime256v1') !== '', false);
}

const base64url = z
  .string()
  .max(200)
  .regex(/^[\w-]+={0,2}$/, 'must be base64url');

/** As `PushSubscription.toJSON()` of a browser gives it. */
const PushTarget = z.object({
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .describe('Where the push service of the browser takes messages'),
  keys: z.object({
    p256dh: base64url.refine(isPoint, 'must be an uncompressed point of P-256').describe('The key of the browser'),
    auth: base64url.refine((text) => decoded(text).length === 16, 'must be 16 bytes').describe('What only both know'),
  }),
});
export type PushTarget = z.output<typeof PushTarget>;

const { topics, afterMinutes, quietHours, timeZone } = NoticeBody.shape;

/** What a person says in the browser that is to show notices. */
export const PushBody = z.strictObject({ subscription: PushTarget, topics, afterMinutes, quietHours, timeZone });
export type PushBody = z.output<typeof PushBody>;
