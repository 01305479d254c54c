/** The files of the bundle: the bundled server with its threads, and the packages that could not be bundled into it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type { PackedServer } from './packed-server.js';

export interface BundledFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

export function bundleFiles({ program, unbundled, data }: PackedServer, bundle: string, from: string): BundledFile[] {
  // The server, and whatever it starts in threads and processes of their own.
  const started = readdirSync(bundle).filter((name) => name === `${program}.js` || name.endsWith('.worker.js'));
  const names = [...withImports(bundle, started)].sort();
  const own = names.map((name) => ({ path: `server/${name}`, bytes: readFileSync(join(bundle, name)) }));
  // What is bundled is an ES module, and a package.json beside it says so, and which package and version it is. With an
  // entry for itself it is found by its name.
  const { name, version } = manifestAt(from);
  const self = './package.json';
  const facts = `${JSON.stringify({ name, version, type: 'module', exports: { [self]: self } })}\n`;
  const read = data === undefined ? [] : filesBelow(join(from, data), `server/${data}`);
  return [
    ...own,
    { path: 'server/package.json', bytes: Buffer.from(facts) },
    ...read,
    ...packagesFor(unbundled, from).flatMap(({ name, directory }) =>
      filesBelow(directory, `server/node_modules/${name}`),
    ),
  ];
}

/** The bundler puts what several programs share, and what is loaded on demand, into files beside them. */
function withImports(bundle: string, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names.filter((each) => !found.has(each))) {
    found.add(name);
    const text = readFileSync(join(bundle, name), 'utf8');
    const imports = [...text.matchAll(/(?:from|import|import\() ?"\.\/([\w.-]+\.js)"/g)].map(([, file = '']) => file);
    withImports(bundle, imports, found);
  }
  return found;
}

interface Found {
  readonly name: string;
  readonly directory: string;
}

/** The packages and everything they depend on; those made for other platforms are not installed and so not there. */
function packagesFor(names: readonly string[], from: string): Found[] {
  const found = new Map<string, string>();
  const visit = (name: string, seenFrom: string): void => {
    const directory = findPackage(name, seenFrom);
    if (directory === null || found.has(name)) return;
    found.set(name, directory);
    const { dependencies = {}, optionalDependencies = {} } = manifestAt(directory);
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, directory);
  };
  for (const name of names) visit(name, from);
  return [...found].map(([name, directory]) => ({ name, directory }));
}

function findPackage(name: string, from: string): string | null {
  const paths = createRequire(join(from, 'x.js')).resolve.paths(name) ?? [];
  return paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json'))) ?? null;
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

function manifestAt(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
}

/** Types and maps are for programmers; everything else may be needed. */
const unneeded = /\.(d\.[cm]?ts|map|md)$/;

function filesBelow(directory: string, target: string): BundledFile[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !unneeded.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(directory, path).split('/').includes('node_modules'))
    .sort()
    .map((path) => ({
      path: `${target}/${relative(directory, path)}`,
      bytes: readFileSync(path),
      executable: (statSync(path).mode & 0o111) !== 0,
    }));
}
