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
  const [fabric = 0, ingress = 0, admin = 0, worker = 0] = await freePorts(4);
  const config = writeConfig(folder, 'restate', { fabric, ingress, admin });
  const addresses = addressesOf({ ingress, admin });
  let server = await start(config, addresses);
  return {
    ...addresses,
    worker: { host: '127.0.0.1', port: worker },
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

export interface RestateCluster {
  readonly nodes: readonly {
    readonly ingressPort: number;
    readonly admin: string;
    kill(): Promise<void>;
    /** Again on the same data. */
    start(): Promise<void>;
  }[];
  stop(): Promise<void>;
}

/** Three servers that keep everything twice: any one of them may be away. */
export async function startRestateCluster(): Promise<RestateCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-restate-'));
  const ports = await freePorts(9);
  const fabrics = ports.slice(0, 3);
  const nodes = fabrics.map((fabric, i) => {
    const own = { fabric, ingress: ports[3 + i] ?? 0, admin: ports[6 + i] ?? 0 };
    const config = writeConfig(folder, `node-${i}`, own, { fabrics, provisions: i === 0 });
    return { config, ports: own, addresses: addressesOf(own) };
  });
  const servers = await Promise.all(nodes.map(({ config, addresses }) => start(config, addresses)));
  return {
    nodes: nodes.map(({ config, ports: own, addresses }, i) => ({
      ingressPort: own.ingress,
      admin: addresses.admin,
      kill: () => kill(servers[i] as ChildProcess),
      async start() {
        servers[i] = await start(config, addresses);
      },
    })),
    async stop() {
      await Promise.all(servers.map(kill));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Ports {
  readonly fabric: number;
  readonly ingress: number;
  readonly admin: number;
}

const addressesOf = ({ ingress, admin }: Pick<Ports, 'ingress' | 'admin'>) => ({
  ingress: `http://127.0.0.1:${ingress}`,
  admin: `http://127.0.0.1:${admin}`,
});

function writeConfig(
  folder: string,
  name: string,
  { fabric, ingress, admin }: Ports,
  cluster?: { readonly fabrics: readonly number[]; readonly provisions: boolean },
): string {
  const file = join(folder, `${name}.toml`);
  const shared =
    cluster === undefined
      ? ['', '']
      : [
          `cluster-name = "portarium"
node-name = "${name}"
advertised-address = "http://127.0.0.1:${fabric}"
auto-provision = ${cluster.provisions}
default-replication = 2
`,
          `[metadata-client]
addresses = ${JSON.stringify(cluster.fabrics.map((port) => `http://127.0.0.1:${port}`))}
`,
        ];
  writeFileSync(
    file,
    `${shared[0]}base-dir = ${JSON.stringify(join(folder, `${name}-data`))}
bind-ip = "127.0.0.1"
bind-port = ${fabric}
listen-mode = "tcp"
disable-telemetry = true
default-num-partitions = 2
rocksdb-total-memory-size = "64 MiB"
log-filter = "error"
${shared[1]}[ingress]
bind-port = ${ingress}
[admin]
bind-port = ${admin}
`,
  );
  return file;
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
