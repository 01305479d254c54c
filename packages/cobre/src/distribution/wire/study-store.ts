/** Studies in the object store of the server, by the hash of their bytes: workers need no disk that others share. */
import { createHash } from 'node:crypto';
import type { NatsConnection } from '@nats-io/nats-core';
import type { ObjectStore } from '@nats-io/obj';
import { Fault } from '@quadrivium/kernel/fault';

/** Nobody asks for a study that long after its run. */
const keptNanos = 7 * 24 * 3600 * 1e9;

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Puts a study there unless it is there already. */
export async function storeStudy(connection: NatsConnection, prefix: string, bytes: Uint8Array): Promise<string> {
  const store = await openStore(connection, prefix);
  const name = hashOf(bytes);
  const before = await store.info(name);
  if (before === null || before.deleted || before.size !== bytes.length) {
    await store.putBlob({ name, options: { max_chunk_size: 128 * 1024 } }, bytes, { timeout: 60_000 });
  }
  return name;
}

/** Null when it is not there, is larger than it was said to be, or is not what its name says. */
export async function fetchStudy(
  connection: NatsConnection,
  prefix: string,
  { study, bytes }: { readonly study: string; readonly bytes: number },
): Promise<Uint8Array | null> {
  // Opened and not made: a worker needs no right to make one.
  const { Objm } = await import('./nats-client.js');
  const store = await new Objm(connection).open(`${prefix}-studies`).catch(() => null);
  if (store === null) return null;
  const info = await store.info(study);
  if (info === null || info.deleted || info.size !== bytes) return null;
  const blob = await store.getBlob(study);
  return blob !== null && hashOf(blob) === study ? blob : null;
}

/** Why studies cannot be kept at a server; null when they can. */
export async function canKeepStudies(connection: NatsConnection, prefix: string): Promise<string | null> {
  try {
    await openStore(connection, prefix);
    return null;
  } catch (cause) {
    if (cause instanceof Fault) return cause.message;
    throw cause;
  }
}

async function openStore(connection: NatsConnection, prefix: string): Promise<ObjectStore> {
  const { Objm, StorageType } = await import('./nats-client.js');
  try {
    return await new Objm(connection).create(`${prefix}-studies`, { storage: StorageType.File, ttl: keptNanos });
  } catch (cause) {
    throw new Fault('MpiError', `The NATS server keeps no objects: ${cause instanceof Error ? cause.message : cause}`, {
      context: { bucket: `${prefix}-studies` },
      suggestion:
        'Start it with JetStream (nats-server -js), and let the user reach $JS.API; see docs/guides/cobre-workers.md.',
      cause,
    });
  }
}
