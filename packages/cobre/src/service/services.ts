import { randomBytes } from 'node:crypto';
import { QueryEngine } from '../query/query-engine.js';
import { RunDesk } from './run-desk.js';
import { TaskDesk } from './task-desk.js';

/** What the tools work with. */
export interface CobreServices {
  readonly desk: RunDesk;
  readonly tasks: TaskDesk;
  readonly engine: QueryEngine;
}

export function cobreServices(options: { readonly threads?: number } = {}): CobreServices {
  const desk = new RunDesk(options);
  const tasks = new TaskDesk(desk, {
    now: () => new Date().toISOString(),
    newName: () => randomBytes(9).toString('hex'),
    process: process.pid,
    isAlive,
  });
  return { desk, tasks, engine: new QueryEngine(options) };
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It is there, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
