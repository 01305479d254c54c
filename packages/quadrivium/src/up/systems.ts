/** The three servers in one process, each behind its own path. */
import { availableParallelism } from 'node:os';
import { careerAudit, careerServer, openChecked } from '@quadrivium/career/server';
import { cobreServer, cobreServices, endRuns } from '@quadrivium/cobre/server';
import { createRuntime, type Logger, openSandbox, type Routes, redact, streamableHttp } from '@quadrivium/kernel';
import { type ControlPlane, httpService, openPlaneWith } from '@quadrivium/portarium/server';
import { trainingFeed } from '../console/training-feed.js';
import type { DataFolder } from '../folder/data-folder.js';
import { openCallRecord } from './call-record.js';

export interface System {
  readonly name: string;
  readonly routes: Routes;
  close(): Promise<void>;
}

export async function cobreSystem(data: DataFolder, log: Logger): Promise<System> {
  const services = cobreServices({ threads: availableParallelism() });
  const files = await openSandbox([data.studies]);
  const definition = cobreServer(services);
  const record = openCallRecord(data.cobreCallsDb);
  const settings = { audit: record.audit, files, log, redact, allowWrite: true };
  const runtime = createRuntime(definition, settings);
  // The same tools under names that every model provider takes; called, they answer to both.
  const portable = createRuntime(definition, { ...settings, toolNames: 'portable' });
  return {
    name: 'cobre',
    routes: {
      '/cobre/mcp': streamableHttp(runtime, { log }),
      '/cobre/mcp/portable': streamableHttp(portable, { log }),
      '/console/training': trainingFeed(runtime, portable),
    },
    async close() {
      await endRuns(services);
      await record.close();
    },
  };
}

export async function careerSystem(data: DataFolder, log: Logger): Promise<System> {
  const app = await openChecked({ db: data.careerDb, auditCheck: 'warn' }, (message) => log.warn({}, message));
  const runtime = createRuntime(careerServer(app), { log, redact, audit: careerAudit(app) });
  return {
    name: 'career',
    routes: { '/career/mcp': streamableHttp(runtime, { log }) },
    close: () => app.close(),
  };
}

/** Whoever comes without a key may start runs and look at them, but decides nothing: approving needs a person's key. */
const withoutKey = { principalId: 'local', roles: ['operator'] } as const;

/** The control plane; its runs call the other systems over MCP, like any client would. */
export async function portariumSystem(
  data: DataFolder,
  origin: string,
  log: Logger,
): Promise<{ system: System; plane: ControlPlane }> {
  const reach = (name: string) => ({ type: 'http' as const, url: `${origin}/${name}/mcp`, headers: {}, timeout: 60 });
  const servers = { cobre: reach('cobre'), career: reach('career') };
  const settings = { db: data.portariumDb, engine: true, create: true };
  const { plane, close } = await openPlaneWith(settings, { servers, allowedHosts: [], credentials: {} });
  const { routes } = httpService(plane, { base: '/portarium', local: withoutKey, log, runtime: { redact } });
  return { system: { name: 'portarium', routes, close }, plane };
}
