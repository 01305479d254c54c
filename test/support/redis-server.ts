import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether Debian's redis-server is here; CI installs it, elsewhere `apt-get install redis-server` does. */
export function redisIsAbsent(): boolean {
  const absent = spawnSync('redis-server', ['--version']).status !== 0;
  if (absent && process.env.CI) throw new Error('CI needs redis-server; .ci/run installs it.');
  return absent;
}

export interface RedisServer {
  readonly uri: string;
  /** As a power cut would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Takes what is sent and answers nothing until it is resumed. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A real server on a loopback port of its own, with every write on disk before it is acknowledged. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quadrivium-redis-'));
  const port = await freePort();
  let child: ChildProcess;
  const start = async () => {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'yes',
    ];
    child = spawn('redis-server', [...options, '--appendfsync', 'always'], { stdio: 'ignore' });
    await answering(port);
  };
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  await start();
  return {
    uri: `redis://127.0.0.1:${port}/0`,
    kill: () => end('SIGKILL'),
    start,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await accepts(port)) return;
    await sleep(25);
  }
  throw new Error(`redis-server did not answer on port ${port}.`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}
