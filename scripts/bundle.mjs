/**
 * Bundles each binary into few files, so that a stdio server answers its first request without reading hundreds of
 * modules. Entries are found, not listed: `bin` of each package maps `bundle/<name>.js` to `src/bin/<name>.ts`, and any
 * `src/**\/*.worker.ts` becomes a bundle of its own beside them.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleSettings, launcher, programSettings, workersBelow } from './bundle-settings.mjs';
import { directImports } from './direct-imports.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const explainingPages = ['errors', 'doctor', 'portarium-doctor', 'cpe-doctor'].map(
  (page) => `docs/reference/${page}.md`,
);

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The package and those of ours that it stands on, at whatever distance. */
function withUsed(folder, found = new Set()) {
  if (found.has(folder)) return found;
  found.add(folder);
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    const [, ours] = /^@quadrivium\/(.+)$/.exec(name) ?? [];
    if (ours !== undefined) withUsed(join(root, 'packages', ours), found);
  }
  return found;
}

/** A bundle looks for its workers beside itself, also for those of the packages bundled into it. */
function entriesOf(folder) {
  const { bin = {} } = manifestOf(folder);
  const binaries = Object.values(bin).map((file) => join(folder, 'src/bin', `${basename(file, '.js')}.ts`));
  const sources = [...withUsed(folder)].map((path) => join(path, 'src'));
  return { binaries, workers: binaries.length > 0 ? sources.flatMap(workersBelow) : [] };
}

async function bundle(folder, settings, sources, ending = '') {
  const entryPoints = sources.map((path) => ({ in: path, out: `${basename(path, '.ts')}${ending}` }));
  const plugins = [directImports];
  if (entryPoints.length > 0) await build({ ...settings, plugins, entryPoints, outdir: join(folder, 'bundle') });
}

/**
 * npm makes these links when it installs, but only to files that are there, and bundles come later. Without them
 * `npx cobre` would go and look for a stranger's package of that name.
 */
function linkBinaries(folder) {
  const { bin = {} } = manifestOf(folder);
  const links = join(root, 'node_modules/.bin');
  mkdirSync(links, { recursive: true });
  for (const [name, file] of Object.entries(bin)) {
    const path = join(folder, file);
    chmodSync(path, 0o755);
    const draft = join(links, `.${name}.${process.pid}`);
    if (process.platform === 'win32') writeFileSync(draft, `@node "${path}" %*\r\n`);
    else symlinkSync(relative(links, path), draft);
    renameSync(draft, join(links, process.platform === 'win32' ? `${name}.cmd` : name));
  }
}

for (const name of readdirSync(join(root, 'packages'))) {
  const folder = join(root, 'packages', name);
  if (!existsSync(join(folder, 'package.json'))) continue;
  const { binaries, workers } = entriesOf(folder);
  rmSync(join(folder, 'bundle'), { recursive: true, force: true });
  await bundle(folder, programSettings, binaries, '.program');
  for (const name of binaries.map((path) => basename(path, '.ts')))
    writeFileSync(join(folder, 'bundle', `${name}.js`), launcher(`${name}.program.js`));
  await bundle(folder, bundleSettings, workers);
  // What errors and findings of the doctor lead to, for whoever has the package and no clone.
  if (binaries.length > 0)
    for (const page of explainingPages) copyFileSync(join(root, page), join(folder, 'bundle', basename(page)));
  linkBinaries(folder);
}
