import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire as requireFrom } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Starts a process whose module `<name>.worker` lies beside the calling one, with a channel for messages: as built code
 * (`dist` and bundles), or as a TypeScript source when the package runs from its sources. What a thread cannot be is
 * killed at any moment and out of memory without consequences; a process can.
 */
export function startChild(name: string, from: string, args: readonly string[], options: ForkOptions): ChildProcess {
  const built = fileURLToPath(new URL(`./${name}.worker.js`, from));
  if (existsSync(built)) return fork(built, args, options);
  const loader = pathToFileURL(requireFrom(from).resolve('tsx'));
  const execArgv = ['--conditions=quadrivium-source', '--import', loader.href, ...(options.execArgv ?? [])];
  return fork(fileURLToPath(new URL(`./${name}.worker.ts`, from)), args, { ...options, execArgv });
}
