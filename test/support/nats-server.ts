import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './redis-server.js';

/** Whether Debian's nats-server is here; CI installs it, elsewhere `apt-get install nats-server` does. */
export function natsIsAbsent(): boolean {
  const absent = spawnSync('nats-server', ['--version']).status !== 0;
  if (absent && process.env.CI) throw new Error('CI needs nats-server; .ci/run installs it.');
  return absent;
}

export interface NatsServer {
  readonly port: number;
  readonly url: string;
  /** As a power cut would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A real server with JetStream on a port of its own, on loopback unless another address of this machine is named. */
export async function startNats(more: readonly string[] = [], address = '127.0.0.1'): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quadrivium-nats-'));
  const port = await freePort();
  let child: ChildProcess;
  const start = async () => {
    const place = ['-a', address, '-p', String(port), '-js', '-sd', folder];
    child = spawn('nats-server', [...place, ...more], { stdio: 'ignore' });
    await answering(child, address, port);
  };
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  await start();
  return {
    port,
    url: `nats://${address}:${port}`,
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const patienceMs = 30_000;

async function answering(child: ChildProcess, address: string, port: number): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}.`);
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = createConnection(port, address)
        .once('data', () => resolve(true))
        .once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
      setTimeout(() => socket.destroy(), 1000).unref();
    });
    if (isThere) return;
    await sleep(20);
  }
  throw new Error(`nats-server does not answer at ${address}:${port}.`);
}
