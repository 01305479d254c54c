/** Where the NATS server is and how one is let in. */
import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from '@nats-io/nats-core';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';

export const natsSettings = z.strictObject({
  url: z
    .string()
    .describe(
      'nats://host:4222, or tls://host:4222; with user:password@ or token@ before the host. Several with commas',
    ),
  credentials: z
    .string()
    .optional()
    .describe('A file with the credentials of a user (JWT and seed), or with the seed of an NKey'),
  authority: z.string().optional().describe('A file with the certificates (PEM) that the server may be signed by'),
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/)
    .default('cobre')
    .describe('First word of every subject; workers and coordinators with the same one meet'),
});
export type NatsSettings = z.infer<typeof natsSettings>;

/** As the client wants them. What lets one in is read once and told to nobody. */
export async function connectionOptions(settings: NatsSettings): Promise<ConnectionOptions> {
  const addresses = settings.url.split(',').map(addressOf);
  const [{ username, password }] = addresses as [URL, ...URL[]];
  const secrets = settings.credentials === undefined ? {} : await credentialsIn(settings.credentials);
  const isSecure = addresses.some(({ protocol }) => protocol === 'tls:') || settings.authority !== undefined;
  return {
    servers: addresses.map(({ host, port }) => (port === '' ? `${host}:4222` : host)),
    ...(password !== '' ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(password === '' && username !== '' ? { token: decodeURIComponent(username) } : {}),
    ...(isSecure ? { tls: settings.authority === undefined ? {} : { caFile: settings.authority } } : {}),
    ...secrets,
    ignoreClusterUpdates: true,
  };
}

/** For messages and logs: what is before the host stays out. */
export function shownAddress(url: string): string {
  return url
    .split(',')
    .map((one) => one.replace(/^(\w+:\/\/)?[^@/]*@/, '$1'))
    .join(',');
}

function addressOf(text: string): URL {
  const whole = text.includes('://') ? text.trim() : `nats://${text.trim()}`;
  if (URL.canParse(whole)) {
    const url = new URL(whole);
    if (['nats:', 'tls:'].includes(url.protocol) && url.hostname !== '') return url;
  }
  throw new Fault('InvalidArguments', `'${shownAddress(text)}' is not the address of a NATS server.`, {
    context: { argument: 'nats' },
    suggestion: 'Write nats://host:4222, or tls://host:4222 where the server has a certificate.',
  });
}

async function credentialsIn(file: string): Promise<Pick<ConnectionOptions, 'authenticator'>> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Fault('InvalidArguments', `The credentials in '${file}' cannot be read.`, {
      context: { file },
      suggestion: 'Name a file that this user may read.',
      cause,
    });
  });
  const { credsAuthenticator, nkeyAuthenticator } = await import('./nats-client.js');
  const bytes = new TextEncoder().encode(text);
  if (text.includes('BEGIN NATS USER JWT')) return { authenticator: credsAuthenticator(bytes) };
  const seed = text.match(/SU[A-Z2-7]{56}/)?.[0];
  if (seed !== undefined) return { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) };
  throw new Fault('InvalidArguments', `'${file}' holds neither credentials of a NATS user nor the seed of an NKey.`, {
    context: { file },
    suggestion: 'Make them with nsc or nk -gen user.',
  });
}
