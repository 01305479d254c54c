import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import { bundleSettings, programSettings, workersBelow } from '../../scripts/bundle-settings.mjs';

const made = new Map<string, string>();
const packages = fileURLToPath(new URL('../../packages', import.meta.url));
/** What programs have inside, and whose workers they look for beside themselves. */
const inside = ['kernel/src', 'codemode/src'].map((path) => join(packages, path));

/**
 * A program of our sources as one file, as people get it. It starts many times faster than through a loader, which
 * counts where a test file starts dozens. `npm test` has built what people get (scripts/ensure.mjs), and says so; for those
 * who run single files it is made when first needed, once for all test files of a run.
 */
export function bundledSource(entry: string): string {
  const built = entry.replace(/\/src\/bin\/([^/]+)\.ts$/, '/bundle/$1.js');
  if (process.env.TEST_BUILT === '1' && built !== entry && existsSync(built)) return built;
  const folder = made.get(entry) ?? sharedBundle(entry);
  made.set(entry, folder);
  return join(folder, `${nameOf(entry)}.js`);
}

/** Files run in processes of their own: who is first leaves the bundle to the others, who come too late keep theirs. */
function sharedBundle(entry: string): string {
  // Below the package, so that what stays outside the bundle is found.
  const [folder = ''] = /^.*\/packages\/[^/]+/.exec(entry) ?? [];
  const own = join(folder, 'dist', `test-${process.pid}-${randomUUID()}`);
  const run = process.env.TEST_RUN;
  const shared = run === undefined ? own : join(folder, 'dist', `test-run-${run}`, nameOf(entry));
  if (existsSync(shared)) return shared;
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  const workers = new Set([join(folder, 'src'), ...inside].flatMap(workersBelow));
  const bundle = (settings: BuildOptions, sources: readonly string[]) => {
    const entryPoints = sources.map((path) => ({ in: path, out: nameOf(path) }));
    buildSync({ ...settings, sourcemap: false, entryPoints, outdir: own });
  };
  bundle(programSettings, [entry]);
  bundle(bundleSettings, [...workers]);
  try {
    mkdirSync(dirname(shared), { recursive: true });
    renameSync(own, shared);
    return shared;
  } catch {
    return own;
  }
}

/** When a run is over, nobody needs its bundles. */
export function removeBundles(run: string): void {
  for (const name of readdirSync(packages))
    rmSync(join(packages, name, 'dist', `test-run-${run}`), { recursive: true, force: true });
}

const nameOf = (path: string): string => basename(path, '.ts');
