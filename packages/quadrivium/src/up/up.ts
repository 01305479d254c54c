/**
 * `quadrivium up`: all servers in one process on one loopback port, with everything they keep in one folder. A kill at
 * any moment loses nothing that was acknowledged, because every store commits before it answers.
 */
import type { CareerApp } from '@quadrivium/career/server';
import { deferredLog, type HttpFront, openHttpFront, type Routes } from '@quadrivium/kernel';
import type { ControlPlane } from '@quadrivium/portarium/server';
import { keyOrLocal } from './authenticate.js';
import { type DataFolder, openDataFolder } from './data-folder.js';
import { seedCareer } from './demo-career.js';
import { seedPortarium } from './demo-portarium.js';
import { seedStudy } from './demo-study.js';
import { chosenPort } from './free-port.js';
import { careerSystem, cobreSystem, portariumSystem, type System } from './systems.js';

export interface UpOptions {
  readonly port: number;
  readonly data: string;
  readonly demo: boolean;
}

export interface Running {
  readonly url: string;
  readonly data: DataFolder;
  readonly endpoints: readonly string[];
  /** Where the demonstration study lies, when there is one. */
  readonly study?: string;
  /** The administrator's key, on the first start only. */
  readonly key?: string;
  close(): Promise<void>;
}

const demoStudy = 'lagged-inflow';

export async function up(options: UpOptions): Promise<Running> {
  const data = openDataFolder(options.data);
  const port = await chosenPort(options.port);
  const log = deferredLog('quadrivium', 'warn');
  const career = await careerSystem(data, log);
  const portarium = await portariumSystem(data, `http://127.0.0.1:${port}`, log);
  const systems: System[] = [await cobreSystem(data, log), career.system, portarium.system];
  const routes: Routes = Object.assign({}, ...systems.map((system) => system.routes));
  const authenticator = keyOrLocal(portarium.plane);
  const front = await openHttpFront({ port, routes, authenticator, log }).catch(async (error: unknown) => {
    for (const system of systems) await system.close();
    throw error;
  });
  const demo = options.demo ? await seed(data, career.app, portarium.plane) : {};
  const endpoints = Object.keys(routes).filter((path) => path.endsWith('/mcp'));
  return { url: front.url, data, endpoints, ...demo, close: () => closeAll(front, systems) };
}

/** Once per folder; the study is copied again when somebody deleted it. */
async function seed(
  data: DataFolder,
  career: CareerApp,
  plane: ControlPlane,
): Promise<{ study: string; key?: string }> {
  const study = seedStudy(data.studies, demoStudy);
  if (!data.isNew) return { study };
  await seedCareer(career);
  return { study, key: await seedPortarium(plane, study) };
}

async function closeAll(front: HttpFront, systems: readonly System[]): Promise<void> {
  await front.close();
  for (const system of systems) await system.close();
}
