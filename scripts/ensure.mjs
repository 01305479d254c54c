/**
 * Makes a clone ready to run: installs when the lockfile changed, builds when a source changed, otherwise does nothing
 * in a few milliseconds. It uses nothing but Node, because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamps = join(root, 'node_modules', '.quadrivium');
const vite = join(root, 'node_modules/vite/bin/vite.js');

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function packageFolders() {
  return readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
}

function installFingerprint() {
  const manifests = [root, ...packageFolders()].map((folder) => join(folder, 'package.json')).filter(existsSync);
  return digest([
    process.version,
    ...[join(root, 'package-lock.json'), ...manifests].map((file) => readFileSync(file)),
  ]);
}

/** Size and time of each source are enough: reading every byte would cost what we want to save. */
function* sourceMarks(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceMarks(path);
    else {
      const { size, mtimeMs } = statSync(path);
      yield `${path}:${size}:${mtimeMs}`;
    }
  }
}

function buildFingerprint() {
  const sources = packageFolders().flatMap((folder) => [join(folder, 'src'), join(folder, 'public')]);
  const marks = sources.filter(existsSync).flatMap((folder) => [...sourceMarks(folder)]);
  const page = ['index.html', 'vite.config.ts'].map((file) => join('packages/console', file));
  const bundling = ['bundle', 'bundle-settings', 'direct-imports'].map((name) => `scripts/${name}.mjs`);
  const shipped = ['errors', 'doctor', 'portarium-doctor', 'cpe-doctor'].map((name) => `docs/reference/${name}.md`);
  const settings = ['tsconfig.base.json', ...bundling, ...page, ...shipped].map((file) =>
    readFileSync(join(root, file)),
  );
  return digest([installFingerprint(), ...settings, ...marks]);
}

function run(what, command, args) {
  process.stderr.write(`${what} ...\n`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error || status !== 0) {
    process.stderr.write(`${what} failed${error ? `: ${error.message}` : ''}. The lines above say why.\n`);
    process.exit(status || 1);
  }
}

function unlessCurrent(name, fingerprint, work) {
  const stamp = join(stamps, name);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return;
  work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, fingerprint());
}

function checkNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Quadrivium needs Node 20.19 or newer; this is ${process.version}.\n`);
  process.exit(1);
}

checkNodeVersion();
if (process.argv.includes('--force-build')) {
  for (const part of ['programs', 'types']) rmSync(join(stamps, part), { force: true });
}
unlessCurrent('install', installFingerprint, () =>
  run('Installing dependencies', 'npm', ['ci', '--loglevel=error', '--no-progress']),
);
// Programs are bundled from the sources, so that starting one need not wait for the compiler.
if (!process.argv.includes('--programs')) {
  unlessCurrent('types', buildFingerprint, () =>
    run('Compiling', process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b']),
  );
}
unlessCurrent('programs', buildFingerprint, () => {
  run('Bundling', process.execPath, [join(root, 'scripts/bundle.mjs')]);
  run('Building the console', process.execPath, [vite, 'build', join(root, 'packages/console')]);
});
