import { cpeFault } from '../../faults.js';
import type { Executor } from './executor.js';
import { quickJsExecutor } from './quickjs-executor.js';

/** Every place where programs can run, the safest first. */
export const executors: Readonly<Record<string, () => Executor>> = {
  quickjs: quickJsExecutor,
};

export function executorFor(name: string): Executor {
  const open = Object.hasOwn(executors, name) ? executors[name] : undefined;
  if (open !== undefined) return open();
  throw cpeFault('ConfigInvalid', `codeMode.sandbox: there is no sandbox "${name}".`, {
    context: { sandbox: name },
    suggestion: `Use one of: ${Object.keys(executors).join(', ')}.`,
  });
}
