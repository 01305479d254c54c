import { join } from 'node:path';
import { DEFAULT_CHAR_LIMIT } from '@quadrivium/codemode/tools';
import type { Connection } from '@quadrivium/kernel/client';
import { newSecret } from '@quadrivium/kernel/essentials';
import type { LoadedConfig } from '../config/load.js';
import type { Config, ServerConfig } from '../config/schema.js';
import { cpeFault, type Fault } from '../faults.js';
import { connectServer } from './connect-server.js';
import { ConnectedHost, unknownServer } from './host.js';
import { compareWithLock, type LockWish } from './lock-check.js';
import { fileResultStore, type ResultStore } from './result-store.js';
import { type AccessOptions, accessTo } from './server-access.js';
import { type ServerAccess, ServerSession } from './server-session.js';
import { faultFrom } from './tool-failure.js';
import type { ServerStatus } from './tool-host.js';

export interface HostOptions extends AccessOptions {
  /** Only these servers; all when left out. */
  readonly only?: readonly string[];
  /** Go on without servers that cannot be connected, as if none were required. */
  readonly keepGoing?: boolean;
  readonly onWarning?: (warning: string) => void;
  /** Told what happens at servers while nobody waits for it: a task that ended, a resource that changed. */
  readonly onNews?: (news: string) => void;
  readonly results?: ResultStore;
  readonly charLimit?: number;
  /** False connects without listing tools. */
  readonly discover?: boolean;
  readonly lock?: LockWish;
}

type Attempt = { readonly session: ServerSession } | { readonly name: string; readonly failure: Fault };

const NO_FILTER = { mode: 'all', total: 0, available: 0, filtered: 0, unmatched: [] } as const;

/**
 * Connects to the servers of a configuration, all at once, because starting them is what takes time; then they are asked
 * for their tools one after another. When one that is required cannot be connected, the others are
 * taken down again and its fault is thrown; nothing is left running.
 */
export async function openHost(
  { config, skipped }: Pick<LoadedConfig, 'config' | 'skipped'>,
  options: HostOptions = {},
): Promise<ConnectedHost> {
  const servers = chosen(config, skipped, options);
  const early: string[] = [];
  let warn = (warning: string): void => void early.push(warning);
  const access = (name: string, server: ServerConfig, signal: AbortSignal): ServerAccess =>
    accessTo(name, server, config, { ...options, signal }, (warning) => warn(warning));
  const attempts = await connectAll(servers, access, options);
  const { sessions, absent } = sorted(attempts, skipped, options);
  const { defaults } = config;
  const { lock } = options;
  const host = new ConnectedHost(sessions, absent, {
    links: defaults.resourceLinks,
    duplicates: defaults.duplicates,
    charLimit: options.charLimit ?? defaults.largeOutputCharLimit ?? DEFAULT_CHAR_LIMIT,
    results: options.results ?? fileResultStore(join(process.cwd(), '.cpe', 'results'), randomId),
    onWarning: options.onWarning ?? (() => undefined),
    onNews: options.onNews ?? (() => undefined),
    connect: (name) => connectNamed(config, name, options),
    agree: (server, tools) => lock && compareWithLock(lock, tools, [server], warn),
  });
  warn = (warning) => host.warn(warning);
  for (const warning of early) host.warn(warning);
  for (const { name, failure } of absent) host.warn(`going on without server '${name}': ${failure?.message}`);
  if (options.discover === false) return host;
  return discovered(host, options);
}

async function discovered(host: ConnectedHost, { signal, lock }: HostOptions): Promise<ConnectedHost> {
  try {
    await host.discover(signal);
    signal?.throwIfAborted();
    const servers = host.servers();
    if (servers.length > 0 && servers.every(({ state }) => state !== 'ready')) throw nothingUsable(servers);
    const ready = servers.filter(({ state }) => state === 'ready').map(({ name }) => name);
    if (lock !== undefined) compareWithLock(lock, host.everyTool(), ready, (warning) => host.warn(warning));
    return host;
  } catch (error) {
    await host.close();
    throw signal?.aborted ? cancelled() : error;
  }
}

/** `Promise.all` would leave the others connecting; here they are stopped and waited for. */
async function connectAll(
  servers: readonly (readonly [string, ServerConfig])[],
  access: (name: string, server: ServerConfig, signal: AbortSignal) => ServerAccess,
  options: HostOptions,
): Promise<Attempt[]> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
  let fatal: Fault | undefined;
  const attempts = await Promise.all(
    servers.map(async ([name, server]): Promise<Attempt> => {
      try {
        const session = new ServerSession(name, server, access(name, server, signal));
        if (session.rememberedAt === undefined) await session.open();
        return { session };
      } catch (error) {
        const failure = faultFrom(error);
        if (server.required && options.keepGoing !== true) {
          fatal ??= failure;
          stop.abort();
        }
        return { name, failure };
      }
    }),
  );
  if (fatal === undefined && !options.signal?.aborted) return attempts;
  await Promise.all(attempts.map((attempt) => ('session' in attempt ? attempt.session.close() : undefined)));
  throw options.signal?.aborted ? cancelled() : fatal;
}

function chosen(
  config: Config,
  skipped: ReadonlyMap<string, string>,
  { only }: HostOptions,
): (readonly [string, ServerConfig])[] {
  const servers = Object.entries(config.mcpServers);
  const unknown = only?.find((name) => !Object.hasOwn(config.mcpServers, name) && !skipped.has(name));
  if (unknown !== undefined) throw unknownServer(unknown, Object.keys(config.mcpServers));
  return only === undefined ? servers : servers.filter(([name]) => only.includes(name));
}

function sorted(attempts: readonly Attempt[], skipped: ReadonlyMap<string, string>, { only }: HostOptions) {
  const sessions = attempts.flatMap((attempt) => ('session' in attempt ? [attempt.session] : []));
  const failed = attempts.flatMap((attempt): ServerStatus[] =>
    'session' in attempt
      ? []
      : [{ name: attempt.name, state: 'failed', info: undefined, failure: attempt.failure, filter: NO_FILTER }],
  );
  const left = [...skipped].filter(([name]) => only === undefined || only.includes(name));
  const skips = left.map(([name, reason]): ServerStatus => {
    return { name, state: 'skipped', info: undefined, failure: cpeFault('ConfigInvalid', reason), filter: NO_FILTER };
  });
  return { sessions, absent: [...failed, ...skips] };
}

async function connectNamed(config: Config, name: string, options: HostOptions): Promise<Connection> {
  const server = Object.hasOwn(config.mcpServers, name) ? config.mcpServers[name] : undefined;
  if (server === undefined) throw unknownServer(name, Object.keys(config.mcpServers));
  return connectServer(name, server, options);
}

function nothingUsable(servers: readonly ServerStatus[]): Fault {
  const [first, second] = servers;
  if (first?.state === 'skipped' && first.failure !== undefined && second === undefined) return first.failure;
  const reasons = servers.map(({ name, failure }) => `${name}: ${failure?.message}`);
  return cpeFault('NoTools', `No server could register its tools. ${reasons.join(' ')}`, { context: { reasons } });
}

function cancelled(): Fault {
  return cpeFault('Cancelled', 'Connecting was cancelled.');
}

function randomId(): string {
  return newSecret(6, 'hex');
}
