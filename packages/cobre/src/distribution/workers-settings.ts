import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { type NatsSettings, natsSettings } from './wire/server-settings.js';

/** Where a run finds workers, and for how many it waits. */
export const workersSettings = natsSettings.extend({
  atLeast: z.int().min(0).default(0).describe('Workers to wait for before anything is solved'),
});
export type WorkersSettings = z.infer<typeof workersSettings>;

interface Given {
  readonly nats?: string | undefined;
  readonly credentials?: string | undefined;
  readonly authority?: string | undefined;
  readonly prefix?: string | undefined;
  readonly workers?: string | undefined;
}

/** What flags say, or nothing where no server is named. */
export function workersFrom({ nats, credentials, authority, prefix, workers }: Given): WorkersSettings | undefined {
  if (nats === undefined) {
    if (workers === undefined) return undefined;
    throw wrong('workers', '--workers needs --nats: without a server there are no workers to wait for.');
  }
  const atLeast = workers === undefined ? '0' : workers.match(/^at-least=(\d{1,4})$/)?.[1];
  if (atLeast === undefined) throw wrong('workers', `--workers takes at-least=N, not '${workers}'.`);
  const named = { url: nats, credentials, authority, prefix };
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  const parsed = workersSettings.safeParse({ ...given, atLeast: Number(atLeast) });
  if (parsed.success) return parsed.data;
  throw wrong('nats', z.prettifyError(parsed.error));
}

function wrong(argument: string, message: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', message, {
    context: { argument },
    suggestion: 'cobre run CASE --nats nats://host:4222 --workers at-least=2',
  });
}

/** For those who have nothing to do without a server. */
export function requireNats(given: Given): NatsSettings {
  const settings = workersFrom(given);
  if (settings === undefined) throw wrong('nats', 'Where is the NATS server? Name it with --nats or COBRE_NATS.');
  const { atLeast: _, ...nats } = settings;
  return nats;
}
