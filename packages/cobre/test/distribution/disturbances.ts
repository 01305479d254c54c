/** What can happen to workers and servers, each of it with the repair that follows. */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsServer } from '../../../../test/support/nats-server.js';
import { startWorkerAt, type WorkerProcess } from './worker-process.js';

export interface Scene {
  readonly server: NatsServer;
  readonly workers: WorkerProcess[];
  /** How long somebody is stopped or cut off. */
  readonly awayMs: number;
}

export type Disturbance = (scene: Scene, which: number) => Promise<void>;

export const disturbances: Readonly<Record<string, Disturbance>> = {
  'a worker is killed and another one comes': async ({ server, workers }, which) => {
    await workers[which]!.kill('SIGKILL');
    workers[which] = await startWorkerAt(server.url);
  },
  'a worker is stopped and goes on later': async ({ workers, awayMs }, which) => {
    workers[which]!.process.kill('SIGSTOP');
    await sleep(awayMs);
    workers[which]!.process.kill('SIGCONT');
  },
  'the server is killed and started again': async ({ server }) => {
    await server.kill();
    await sleep(500);
    await server.start();
  },
};

export interface Namespace {
  readonly name: string;
  /** Where the server is reached from inside, and from outside. */
  readonly address: string;
  /** As a pulled cable; everything that is sent is lost and nobody is told. */
  cut(): void;
  mend(): void;
  remove(): void;
}

const ip = (...words: string[]) => spawnSync('ip', words).status === 0;

/** A network of its own with one cable to this machine; null where the system does not allow it. */
export function makeNamespace(): Namespace | null {
  const name = `cobre${process.pid % 100_000}`;
  const [outside, inside] = [`${name}a`, `${name}b`];
  const address = `10.213.${process.pid % 250}.1`;
  if (!ip('netns', 'add', name)) return null;
  const made =
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside) &&
    ip('link', 'set', inside, 'netns', name) &&
    ip('addr', 'add', `${address}/24`, 'dev', outside) &&
    ip('link', 'set', outside, 'up') &&
    ip('-n', name, 'addr', 'add', address.replace(/1$/, '2/24'), 'dev', inside) &&
    ip('-n', name, 'link', 'set', inside, 'up') &&
    ip('-n', name, 'link', 'set', 'lo', 'up');
  const remove = () => {
    ip('link', 'del', outside);
    ip('netns', 'del', name);
  };
  if (!made) {
    remove();
    return null;
  }
  return {
    name,
    address,
    cut: () => void ip('link', 'set', outside, 'down'),
    mend: () => void ip('link', 'set', outside, 'up'),
    remove,
  };
}
