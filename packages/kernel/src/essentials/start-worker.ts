import { existsSync } from 'node:fs';
// By another name, because bundles begin by importing it under its own.
import { createRequire as requireFrom } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker whose module lies beside the calling one: as built code (`dist` and bundles), or as a TypeScript source
 * when the package runs from its sources, in which case the loader of the development tools reads it.
 */
export function startWorker(name: string, from: string, options: WorkerOptions): Worker {
  const built = new URL(`./${name}.worker.js`, from);
  if (existsSync(fileURLToPath(built))) return new Worker(built, options);
  const source = new URL(`./${name}.worker.ts`, from);
  const loader = pathToFileURL(requireFrom(from).resolve('tsx/esm/api').replace(/cjs$/, 'mjs'));
  // Loaders given with --import do not reach workers of Node 20, so the worker registers it itself.
  const code = `import { register } from '${loader}'; register(); await import('${source}');`;
  const bootstrap = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  return new Worker(bootstrap, { ...options, execArgv: ['--conditions=quadrivium-source'] });
}
