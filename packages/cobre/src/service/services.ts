import { newSecret, presentDate } from '@quadrivium/kernel/essentials';
import type { WorkersSettings } from '../distribution/index.js';
import { QueryEngine } from '../query/query-engine.js';
import { tableLimits } from '../reader/limits.js';
import type { Readers } from '../reader/readers.js';
import { CaseRunner } from './runs/case-runner.js';
import { TaskRegistry } from './runs/task-registry.js';

/** What the tools work with. */
export interface CobreServices {
  readonly runner: CaseRunner;
  readonly tasks: TaskRegistry;
  readonly engine: QueryEngine;
  /** Who reads files; this process itself when left out. */
  readonly readers?: Readers;
}

export interface ServicesOptions {
  readonly threads?: number;
  /** Workers elsewhere that do the runs. */
  readonly workers?: WorkersSettings;
  readonly readers?: Readers;
}

export function cobreServices(options: ServicesOptions = {}): CobreServices {
  const { readers } = options;
  const limits = readers && tableLimits(readers.limits);
  const runner = new CaseRunner({ ...options, ...(limits ? { limits } : {}) });
  const tasks = new TaskRegistry(runner, {
    now: () => presentDate().toISOString(),
    newName: () => newSecret(9, 'hex'),
  });
  return { runner, tasks, engine: new QueryEngine(options), ...(readers ? { readers } : {}) };
}
