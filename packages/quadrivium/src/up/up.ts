/**
 * `quadrivium up`: all servers and the console in one process on one loopback port, with everything they keep in one
 * folder. A kill at any moment loses nothing that was acknowledged, because every store commits before it answers; a first
 * start that was killed is completed by the next.
 */
import { resolve } from 'node:path';
import type { WorkersSettings } from '@quadrivium/cobre/server';
import {
  type CertificateFiles,
  deferredLog,
  type HttpFront,
  type Identity,
  type Logger,
  openHttpFront,
  openMetrics,
  openTelemetry,
  RateLimit,
  type Routes,
} from '@quadrivium/kernel';
import { packageVersion, presentDate } from '@quadrivium/kernel/essentials';
import { type ControlPlane, readLogin } from '@quadrivium/portarium/server';
import { appFrame } from '../console/app-frame.js';
import { sessionEndpoint } from '../console/session-endpoint.js';
import { siteRoutes } from '../console/site-endpoint.js';
import { siteFolder } from '../console/site-files.js';
import { seedCareer } from '../demo/career.js';
import { seedRun, seedWorkspace } from '../demo/control-plane.js';
import { seedStudies, trainOnce } from '../demo/studies.js';
import { type DataFolder, openDataFolder, readFolderNote, writeFolderNote } from '../folder/data-folder.js';
import { type FolderLock, lockFolder } from '../folder/folder-lock.js';
import { removeRunningNote, writeRunningNote } from '../folder/running-note.js';
import { type HouseKey, newHouseKey } from './authenticate.js';
import { openDoors } from './doors.js';
import { chosenPort } from './free-port.js';
import { careerSystem, cobreSystem, gatewayRoute, portariumSystem, type System } from './systems.js';

export interface UpOptions {
  readonly port: number;
  readonly data: string;
  readonly demo: boolean;
  /** Workers elsewhere that do the runs of cobre. */
  readonly workers?: WorkersSettings | undefined;
  /** The address that browsers use, when a proxy stands in front. Nobody comes in without credentials then. */
  readonly publicUrl?: string | undefined;
  /** Calls a minute that one caller may make. */
  readonly rateLimit?: number | undefined;
  /** Certificate to serve with over TLS; a renewed one is taken without a restart. */
  readonly tls?: CertificateFiles | undefined;
  /** File about the identity provider that people sign in with. */
  readonly login?: string | undefined;
  /** File about how people are told what waits. */
  readonly notices?: string | undefined;
  /** File about other MCP servers, whose tools are called under policy. */
  readonly servers?: string | undefined;
  /** Hears what takes a while. */
  readonly say?: (sentence: string) => void;
}

export interface Running {
  readonly url: string;
  readonly data: DataFolder;
  readonly workspace: string;
  readonly log: Logger;
  /** Where tools of other servers are called, if there are any. */
  readonly gateway?: string;
  /** The administrator's key, until it has been introduced. */
  readonly key?: string;
  /** Somebody has read the key; from now on it is not shown again. */
  introduced(): Promise<void>;
  close(): Promise<void>;
}

export async function up(options: UpOptions): Promise<Running> {
  const data = openDataFolder(options.data);
  const lock = lockFolder(data.path);
  try {
    return await serveFolder(data, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function serveFolder(data: DataFolder, lock: FolderLock, options: UpOptions): Promise<Running> {
  const login = options.login === undefined ? undefined : await readLogin(options.login);
  // Whichever says that browsers come from elsewhere: nobody without credentials may come with them.
  const publicUrl = options.publicUrl ?? login?.publicUrl;
  const known = readFolderNote(data);
  const workspace = known?.workspace ?? (options.demo ? 'demo' : 'default');
  const port = await chosenPort(options.port);
  const log = deferredLog('quadrivium', 'warn');
  const metrics = await openMetrics();
  const house = newHouseKey();
  const around = { log, metrics, ...limitOf(options, house) };
  // With TLS the systems reach each other beside it: the certificate need not be for this machine's own address.
  const innerPort = options.tls === undefined ? port : await chosenPort(0);
  const origin = `http://127.0.0.1:${innerPort}`;
  const consoleUrl = options.tls === undefined ? origin : `https://127.0.0.1:${port}`;
  const { notices, servers } = options;
  const place = { origin, consoleUrl, key: house.key, publicUrl, notices, servers };
  const { plane, system: portarium } = await portariumSystem(data, place, around);
  const systems: System[] = [
    await cobreSystem(data, around, options.workers),
    await careerSystem(data, around),
    portarium,
  ];
  const doors = openDoors(plane, house, {
    login,
    publicUrl,
    port,
    isSecure: options.tls !== undefined,
    workspace,
    log,
  });
  const page = {
    ...siteRoutes(siteFolder()),
    '/console/session': sessionEndpoint(workspace, gatewayRoute in portarium.routes),
    '/console/app-frame': appFrame,
    ...doors.routes,
  };
  const routes: Routes = Object.assign({}, page, ...systems.map((system) => system.routes));
  const { authenticator, allowedHosts } = doors;
  const named = { log, metrics, allowedHosts, allowedOrigins: allowedHosts };
  const tls = options.tls === undefined ? {} : { tls: options.tls };
  const front = await openHttpFront({ port, routes, authenticator, ...named, ...tls }).catch(async (error: unknown) => {
    await closeAll(systems);
    throw error;
  });
  const { url } = front;
  const fronts =
    options.tls === undefined ? [front] : [front, await openHttpFront({ port: innerPort, routes, authenticator, log })];
  const telemetry = await openTelemetry({
    service: 'quadrivium',
    version: packageVersion(import.meta.url),
    metrics,
    log,
  });
  const inner = options.tls === undefined ? {} : { inner: origin, certificate: resolve(options.tls.cert) };
  await writeRunningNote(data.path, { pid: process.pid, url, startedAt: presentDate().toISOString(), ...inner });
  const key = known === undefined ? await firstStart(data, origin, plane, options) : undefined;
  return {
    url,
    data,
    workspace,
    log,
    ...(gatewayRoute in portarium.routes ? { gateway: `${url}${gatewayRoute}` } : {}),
    ...(key === undefined ? {} : { key }),
    introduced: async () => {
      if (known === undefined) await writeFolderNote(data, workspace);
    },
    close: async () => {
      await closeEverything(fronts, systems, data, lock);
      await telemetry.close();
    },
  };
}

/** What the control plane calls for its runs is not counted: whoever started them was. */
function limitOf({ rateLimit }: UpOptions, house: HouseKey): { readonly rateLimit?: RateLimit } {
  const isFree = (caller: Identity) => caller === house.identity;
  return rateLimit === undefined ? {} : { rateLimit: new RateLimit(rateLimit, { isFree }) };
}

/** Every part of it may be repeated. */
async function firstStart(data: DataFolder, url: string, plane: ControlPlane, options: UpOptions): Promise<string> {
  if (!options.demo) return seedWorkspace(plane, 'default');
  options.say?.('Preparing the demonstration: a trained study, a resume, and a run that waits for you ...');
  const studies = seedStudies(data.studies);
  const key = await seedWorkspace(plane, 'demo');
  await trainOnce({ origin: url, key }, studies.valley);
  await seedCareer({ origin: url, key });
  await seedRun(plane, 'demo', studies);
  return key;
}

async function closeEverything(
  fronts: readonly HttpFront[],
  systems: readonly System[],
  data: DataFolder,
  lock: FolderLock,
): Promise<void> {
  await Promise.all(fronts.map((front) => front.close()));
  await closeAll(systems);
  removeRunningNote(data.path);
  lock.release();
}

async function closeAll(systems: readonly System[]): Promise<void> {
  for (const system of systems) await system.close();
}
