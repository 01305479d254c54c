import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { RestateOptions } from '../../src/restate/open-restate.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Bundled, as the binaries are: it starts in a tenth of the time the sources take. Native modules are found from here. */
export async function bundledEngine(
  fixture = './engine-process.fixture.ts',
): Promise<{ readonly file: string; remove(): void }> {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'portarium-engine-'));
  const outfile = join(folder, 'engine.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL(fixture, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['quadrivium-source'],
    external: ['pg-native', '@photostructure/sqlite', '@restatedev/*'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return { file: outfile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface EngineProcess {
  readonly child: ChildProcess;
  /** As a power cut would, and nothing of it is left afterwards. */
  kill(): Promise<void>;
  /** Stops it in the middle of whatever it does; `resume` lets it go on as if nothing had happened. */
  suspend(): void;
  resume(): void;
}

export async function startEngine(
  bundle: string,
  database: string,
  desk: string,
  leaseMs: number,
  restate?: RestateOptions,
): Promise<EngineProcess> {
  const more = restate === undefined ? [] : [JSON.stringify(restate)];
  const child = spawn(process.execPath, [bundle, database, desk, String(leaseMs), ...more], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The engine ended early.'))),
  ]);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  // Also when the test fails before it comes to that.
  onTestFinished(kill);
  return {
    child,
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill,
  };
}
