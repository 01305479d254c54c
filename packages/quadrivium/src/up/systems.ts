/** The three servers in one process, each behind its own path. */
import { availableParallelism } from 'node:os';
import { careerAudit, careerServer, openChecked } from '@quadrivium/career/server';
import {
  cobreServer,
  cobreServices,
  endRuns,
  Readers,
  sandboxOptions,
  standardLimits,
  type WorkersSettings,
} from '@quadrivium/cobre/server';
import {
  createRuntime,
  type Identity,
  type Logger,
  type Metrics,
  openSandbox,
  type RateLimit,
  type Routes,
  redact,
  streamableHttp,
} from '@quadrivium/kernel';
import {
  type ControlPlane,
  gatewayEndpoint,
  httpService,
  isWithin,
  openPlaneWith,
  readNotices,
  watchRecords,
} from '@quadrivium/portarium/server';
import { trainingFeed } from '../console/training-feed.js';
import type { DataFolder } from '../folder/data-folder.js';
import {
  type HouseKey,
  mayWriteTo,
  withinScopes,
  withKeyForWrites,
  withoutKey,
  withRoleForWrites,
} from './authenticate.js';
import { openCallRecord } from './call-record.js';
import { namesOfOthers, readOthers } from './other-servers.js';

/** What all systems share. */
export interface Surroundings {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Counts the calls of each caller, whichever system they are for. */
  readonly rateLimit?: RateLimit;
}

export interface System {
  readonly name: string;
  readonly routes: Routes;
  close(): Promise<void>;
}

/** Room for an archive of 16 MB in base64 (cobre/upload-files), for those only who may send one. */
const uploadBytes = 24 * 1024 * 1024;
const roomFor = (caller: Identity) => (mayWriteTo(caller, 'cobre') ? uploadBytes : undefined);

export async function cobreSystem(
  data: DataFolder,
  { log, metrics, ...limit }: Surroundings,
  workers?: WorkersSettings,
): Promise<System> {
  const readers = new Readers();
  const services = cobreServices({ threads: availableParallelism(), readers, ...(workers ? { workers } : {}) });
  const files = await openSandbox([data.studies], sandboxOptions(standardLimits.maxFileBytes));
  const definition = withinScopes(withKeyForWrites(cobreServer(services)), 'cobre');
  const record = openCallRecord(data.cobreCallsDb);
  const settings = { audit: record.audit, observe: metrics.observe, files, log, redact, allowWrite: true, ...limit };
  const runtime = createRuntime(definition, settings);
  // The same tools under names that every model provider takes; called, they answer to both.
  const portable = createRuntime(definition, { ...settings, toolNames: 'portable' });
  for (const each of [runtime, portable]) metrics.watch(each);
  return {
    name: 'cobre',
    routes: {
      '/cobre/mcp': streamableHttp(runtime, { log, bodyLimit: roomFor }),
      '/cobre/mcp/portable': streamableHttp(portable, { log }),
      '/console/training': trainingFeed(({ scopes }) => isWithin(scopes, 'server:cobre'), runtime, portable),
    },
    async close() {
      await endRuns(services);
      readers.close();
      await record.close();
    },
  };
}

export async function careerSystem(data: DataFolder, { log, metrics, ...limit }: Surroundings): Promise<System> {
  const app = await openChecked({ db: data.careerDb, auditCheck: 'warn' }, (message) => log.warn({}, message));
  const runtime = createRuntime(withinScopes(withRoleForWrites(careerServer(app)), 'career'), {
    ...{ log, observe: metrics.observe, redact, audit: careerAudit(app), ...limit },
    // Who may do what is decided by the caller's key here, as for everything else of this process.
    allowWrite: true,
  });
  metrics.watch(runtime);
  return {
    name: 'career',
    routes: { '/career/mcp': streamableHttp(runtime, { log }) },
    close: () => app.close(),
  };
}

const base = '/portarium';
const gatewayPath = '/mcp/gateway';

/** Where tools of other servers are called, once some are configured. */
export const gatewayRoute = `${base}${gatewayPath}`;

/** How long the start waits for other servers; one that is slow is offered later. */
const patienceMs = 5000;

/** The control plane; its runs call the other systems over MCP, like any client would. */
export async function portariumSystem(
  data: DataFolder,
  {
    origin,
    consoleUrl,
    key,
    publicUrl,
    notices: noticesFile,
    servers: serversFile,
  }: Pick<HouseKey, 'key'> & {
    readonly origin: string;
    /** The console, where browsers of this machine find it. */
    readonly consoleUrl: string;
    readonly publicUrl?: string | undefined;
    readonly notices?: string | undefined;
    /** The file about other MCP servers. */
    readonly servers?: string | undefined;
  },
  { log, metrics, ...limit }: Surroundings,
): Promise<{ system: System; plane: ControlPlane }> {
  const headers = { authorization: `Bearer ${key}` };
  const reach = (name: string) => ({ type: 'http' as const, url: `${origin}/${name}/mcp`, headers, timeout: 60 });
  const others = await readOthers(serversFile);
  const attended = namesOfOthers(others);
  const servers = { ...others.servers, cobre: reach('cobre'), career: reach('career') };
  // They are of this house, and in this process.
  const trustAnnotations = { ...others.trustAnnotations, cobre: true, career: true };
  const named = publicUrl === undefined ? {} : { publicUrl };
  const settings = { db: data.portariumDb, engine: true, create: true, attended, ...named };
  const { plane, downstream, close } = await openPlaneWith(settings, {
    ...others,
    servers,
    trustAnnotations,
    notices: {
      consoleUrl: publicUrl ?? consoleUrl,
      ...others.notices,
      ...(noticesFile === undefined ? {} : await readNotices(noticesFile)),
    },
  });
  const local = { principalId: withoutKey.subject, roles: withoutKey.roles };
  const runtimeOptions = { redact, observe: metrics.observe, ...limit };
  // Those of this house have their own addresses; and they are not there yet to be asked.
  const offered = { ...downstream, servers: () => attended };
  const gateway = () => gatewayEndpoint({ plane, downstream: offered }, { log, patienceMs, ...limit });
  const endpoints = attended.length === 0 ? {} : { [gatewayPath]: await gateway() };
  const { routes, runtime } = httpService(plane, { base, local, log, runtime: runtimeOptions, endpoints });
  metrics.watch(runtime);
  watchRecords(metrics, plane);
  return { system: { name: 'portarium', routes, close }, plane };
}
