/** Signatures as Standard Webhooks has them: an HMAC over id, time and body, so that a receiver can tell forgeries and replays. */
import { createHmac } from 'node:crypto';
import { invalidInput } from '../../faults.js';

const prefix = 'whsec_';

/** The bytes that a secret stands for. */
const keyOf = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64');

export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** A token of ours as every library of Standard Webhooks reads it. */
export const secretFrom = (token: string): string => `${prefix}${Buffer.from(token, 'base64url').toString('base64')}`;

/** Another secret would be taken for other bytes by each library. */
export function checkSecret(secret: string): void {
  const { length } = keyOf(secret);
  const written = keyOf(secret).toString('base64');
  if (length >= 24 && length <= 64 && (secret === written || secret === `${prefix}${written}`)) return;
  throw invalidInput(
    'secret must be whsec_ and the base64 of 24 to 64 bytes.',
    { secret: ['is not valid'] },
    'Leave it out to have one made.',
  );
}
