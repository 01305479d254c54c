import './pg-for-vitest.js';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Debian puts the programs of each version in a folder of its own. */
function folderOfPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  return [...versions, ...(process.env.PATH ?? '').split(':')].find(
    (folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')),
  );
}

/** Elsewhere the tests are skipped; in CI their absence is a failure. */
export function postgresIsAbsent(): boolean {
  const absent = folderOfPrograms() === undefined;
  if (absent && process.env.CI) throw new Error('CI needs PostgreSQL.');
  return absent;
}

/** The server refuses to run as root, so somebody without rights runs it. */
function somebody(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string, name: string) =>
    Number(spawnSync('id', [flag, name]).stdout.toString().trim() || Number.NaN);
  const found = ['postgres', 'nobody'].map((name) => ({ uid: idOf('-u', name), gid: idOf('-g', name) }));
  return found.find(({ uid }) => Number.isInteger(uid) && uid !== 0);
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export interface PostgresServer {
  /** The folder of its programs. */
  readonly programs: string;
  /** A new, empty database. */
  database(name: string): Promise<string>;
  /** Away from now on, breaking off whatever is under way, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** It neither answers nor hangs up from now on, until `thaw`. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/**
 * A real server on a loopback port with a folder of its own. In tests clients are killed, never the server, so it need not
 * sync; who measures wants it to.
 */
export async function startPostgres({ syncs = false } = {}): Promise<PostgresServer> {
  const programs = folderOfPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'portarium-pg-'));
  const who = somebody();
  if (who !== undefined) chownSync(folder, who.uid, who.gid);
  const data = join(folder, 'data');
  const as = { ...who, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } };
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    as,
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr.toString()}`);
  const port = await freePort();
  const settings = [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
    '-c',
    'max_connections=60',
    '-c',
    'shared_buffers=32MB',
    '-c',
    `fsync=${syncs ? 'on' : 'off'}`,
  ];
  const base = `postgres://test@127.0.0.1:${port}`;
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
      ...as,
      stdio: 'ignore',
    });
    await answering(`${base}/postgres`, child);
    return child;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  let child = await launch();
  /** The server first: one that it started for a connection after the others were listed would be missed. */
  const signalAll = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) signalOne(child.pid, signal);
    const children = spawnSync('pgrep', ['-P', String(child.pid)])
      .stdout.toString()
      .split('\n')
      .filter(Boolean);
    for (const pid of children.map(Number)) signalOne(pid, signal);
  };
  return {
    programs,
    async database(name) {
      const client = new pg.Client({ connectionString: `${base}/postgres` });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return `${base}/${name}`;
    },
    down: () => end('SIGQUIT'),
    async up() {
      child = await launch();
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) signalAll('SIGCONT');
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A process of one connection may end between being listed and being signalled. */
function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`postgres ended with code ${child.exitCode}.`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error('postgres did not answer.');
}
