/**
 * `quadrivium up`: all servers in one process on one loopback port, with everything they keep in one folder. A kill at
 * any moment loses nothing that was acknowledged, because every store commits before it answers.
 */
import { deferredLog, type HttpFront, openHttpFront, type Routes } from '@quadrivium/kernel';
import { type DataFolder, openDataFolder } from './data-folder.js';
import { seedCareer } from './demo-career.js';
import { seedStudy } from './demo-study.js';
import { careerSystem, cobreSystem, type System } from './systems.js';

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
  close(): Promise<void>;
}

const demoStudy = 'lagged-inflow';

export async function up({ port, data: path, demo }: UpOptions): Promise<Running> {
  const data = openDataFolder(path);
  const log = deferredLog('quadrivium', 'warn');
  const career = await careerSystem(data, log);
  const systems: System[] = [await cobreSystem(data, log), career.system];
  if (demo && data.isNew) await seedCareer(career.app);
  const study = demo ? seedStudy(data.studies, demoStudy) : undefined;
  const routes: Routes = Object.assign({}, ...systems.map((system) => system.routes));
  const front = await openHttpFront({ port, routes, log }).catch(async (error: unknown) => {
    for (const system of systems) await system.close();
    throw error;
  });
  return {
    url: front.url,
    data,
    endpoints: Object.keys(routes),
    ...(study === undefined ? {} : { study }),
    close: () => closeAll(front, systems),
  };
}

async function closeAll(front: HttpFront, systems: readonly System[]): Promise<void> {
  await front.close();
  for (const system of systems) await system.close();
}
