import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../../version.js';
import { connectNats } from '../wire/connect.js';
import { type Presence, presence, read } from '../wire/messages.js';
import type { NatsSettings } from '../wire/server-settings.js';
import { canKeepStudies } from '../wire/study-store.js';
import { subjects } from '../wire/subjects.js';

/** Workers say that they live once a second; who was not heard in this time is not there. */
const listeningMs = 2500;

export interface ServerView {
  /** Of the server. */
  readonly server: string;
  /** Why studies cannot be kept there; null when they can. */
  readonly obstacle: string | null;
  readonly workers: readonly (Presence & { readonly canTakePart: boolean })[];
}

/** Who is there, as they tell it themselves. */
export async function listWorkers(nats: NatsSettings, forMs = listeningMs): Promise<ServerView> {
  const connection = await connectNats(nats, 'cobre workers', false);
  const heard = new Map<string, Presence>();
  try {
    connection.subscribe(subjects.presence(nats.prefix), {
      callback: (_, message) => {
        const said = presenceOf(message.data);
        if (said !== undefined) heard.set(said.worker, said);
      },
    });
    connection.publish(subjects.call(nats.prefix));
    const [obstacle] = await Promise.all([canKeepStudies(connection, nats.prefix), sleep(forMs)]);
    const workers = [...heard.values()].sort((a, b) => (a.worker < b.worker ? -1 : 1));
    return {
      server: connection.info?.version ?? 'unknown',
      obstacle,
      workers: workers.map((worker) => ({ ...worker, canTakePart: worker.version === version })),
    };
  } finally {
    await connection.close();
  }
}

function presenceOf(bytes: Uint8Array): Presence | undefined {
  try {
    return read(presence, bytes);
  } catch {
    return undefined;
  }
}
