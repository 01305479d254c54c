/** The three servers in one process, each behind its own path. */
import { availableParallelism } from 'node:os';
import { careerServer, openChecked, recordCall } from '@quadrivium/career/server';
import { cobreServer, cobreServices } from '@quadrivium/cobre/server';
import { createRuntime, type Logger, openSandbox, type Routes, redact, streamableHttp } from '@quadrivium/kernel';
import type { DataFolder } from './data-folder.js';

export interface System {
  readonly name: string;
  readonly routes: Routes;
  close(): Promise<void>;
}

export async function cobreSystem(data: DataFolder, log: Logger): Promise<System> {
  const services = cobreServices({ threads: availableParallelism() });
  const files = await openSandbox([data.studies]);
  const runtime = createRuntime(cobreServer(services), { files, log, redact, allowWrite: true });
  return {
    name: 'cobre',
    routes: { '/cobre/mcp': streamableHttp(runtime, { log }) },
    async close() {
      await services.desk.stopAll();
      await services.tasks.settled();
    },
  };
}

export async function careerSystem(data: DataFolder, log: Logger) {
  const app = await openChecked({ db: data.careerDb, auditCheck: 'warn' }, (message) => log.warn({}, message));
  const runtime = createRuntime(careerServer(app), { log, redact, audit: (event) => recordCall(app, event) });
  const system: System = {
    name: 'career',
    routes: { '/career/mcp': streamableHttp(runtime, { log }) },
    close: () => app.close(),
  };
  return { system, app };
}
