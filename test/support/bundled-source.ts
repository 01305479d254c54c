import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { bundleSettings, workersBelow } from '../../scripts/bundle-settings.mjs';

const made = new Map<string, string>();
/** What every program has inside, and whose workers it looks for beside itself. */
const kernel = fileURLToPath(new URL('../../packages/kernel/src', import.meta.url));

/**
 * A program of our sources as one file, as people get it. It starts many times faster than through a loader, which
 * counts where a test file starts dozens. Made when first needed, and gone with the process.
 */
export function bundledSource(entry: string): string {
  const known = made.get(entry);
  if (known !== undefined) return known;
  // Below the package, so that what stays outside the bundle is found.
  const [folder = ''] = /^.*\/packages\/[^/]+/.exec(entry) ?? [];
  const outdir = join(folder, 'dist', `test-${process.pid}-${randomUUID()}`);
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  const workers = new Set([join(folder, 'src'), kernel].flatMap(workersBelow));
  const entryPoints = [entry, ...workers].map((path) => ({ in: path, out: nameOf(path) }));
  buildSync({ ...bundleSettings, sourcemap: false, entryPoints, outdir });
  const file = join(outdir, `${nameOf(entry)}.js`);
  made.set(entry, file);
  return file;
}

const nameOf = (path: string): string => basename(path, '.ts');
