import { randomBytes } from 'node:crypto';
import { QueryEngine } from '../query/query-engine.js';
import { CaseRunner } from './runs/case-runner.js';
import { TaskRegistry } from './runs/task-registry.js';

/** What the tools work with. */
export interface CobreServices {
  readonly runner: CaseRunner;
  readonly tasks: TaskRegistry;
  readonly engine: QueryEngine;
}

export function cobreServices(options: { readonly threads?: number } = {}): CobreServices {
  const runner = new CaseRunner(options);
  const tasks = new TaskRegistry(runner, {
    now: () => new Date().toISOString(),
    newName: () => randomBytes(9).toString('hex'),
    process: process.pid,
    isAlive,
  });
  return { runner, tasks, engine: new QueryEngine(options) };
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It is there, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
