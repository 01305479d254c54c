import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolSet } from '../../../../test/support/tool-sets.js';

const tools = toolSet('restate');
const program = tools.path(
  '@restatedev',
  `restate-server-${process.platform}-${process.arch}`,
  'bin',
  'restate-server',
);

/** The server is no program of this platform, or its tool set is not installed. */
export const restateIsAbsent = (): boolean => tools.absent || !existsSync(program);

export interface RestateServer {
  readonly ingress: string;
  readonly admin: string;
  /** A free address for the worker; the same after each of its deaths, as behind a load balancer. */
  readonly worker: { readonly host: string; readonly port: number };
  /** As a power cut would, and then again on the same data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** A real Restate server with data of its own, on loopback only, that tells nobody about it. */
export async function startRestate(): Promise<RestateServer> {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-restate-'));
  const [fabric, ingress, admin, worker] = await freePorts(4);
  const config = join(folder, 'restate.toml');
  writeFileSync(
    config,
    `base-dir = ${JSON.stringify(join(folder, 'data'))}
bind-ip = "127.0.0.1"
bind-port = ${fabric}
listen-mode = "tcp"
disable-telemetry = true
default-num-partitions = 2
rocksdb-total-memory-size = "64 MiB"
log-filter = "error"
[ingress]
bind-port = ${ingress}
[admin]
bind-port = ${admin}
`,
  );
  const addresses = { ingress: `http://127.0.0.1:${ingress}`, admin: `http://127.0.0.1:${admin}` };
  let server = await start(config, addresses);
  return {
    ...addresses,
    worker: { host: '127.0.0.1', port: worker ?? 0 },
    async crash() {
      await kill(server);
      server = await start(config, addresses);
    },
    async stop() {
      await kill(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(
  config: string,
  { ingress, admin }: Pick<RestateServer, 'ingress' | 'admin'>,
): Promise<ChildProcess> {
  const server = spawn(program, ['--config-file', config, '--no-logo'], { stdio: 'ignore' });
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(`The Restate server ended with ${server.exitCode}.`);
    if ((await answers(`${ingress}/restate/health`)) && (await answers(`${admin}/health`))) return server;
    await sleep(50);
  }
  await kill(server);
  throw new Error('The Restate server did not come up.');
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}

export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
