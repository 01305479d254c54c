/** One version number: that of the packages. Servers tell the version of the interface that their specification fixes instead. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundledSource } from './support/bundled-source.js';

const root = join(import.meta.dirname, '..');
const packages = readdirSync(join(root, 'packages'));
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { version } = json('packages/kernel/package.json') as { version: string };

test.each(packages)('the package %s has it, and asks for it of its siblings', (name) => {
  const manifest = json(`packages/${name}/package.json`);
  const siblings = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([dependency]) => dependency.startsWith('@quadrivium/'))
    .map(([, wanted]) => wanted);
  expect([manifest.version, ...siblings]).toEqual([version, ...siblings.map(() => version)]);
});

test('the changelog begins with it, and what registries are told says it', () => {
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(
    new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`, 'm'),
  );
  for (const name of ['cobre', 'portarium', 'career']) {
    const registered = json(`packages/${name}/server.json`);
    const told = [registered.version, ...registered.packages.map((each: { version: string }) => each.version)];
    expect(told).toEqual([version, version]);
  }
});

/** A page has no package to ask. */
const page = 'packages/console/src/wire/mcp.ts';

test('the console introduces itself with it', () => {
  expect(readFileSync(join(root, page), 'utf8')).toContain(`{ name: 'quadrivium-console', version: '${version}' }`);
});

test('no source says a version that is the one of its package: it asks for it', () => {
  const sources = packages.flatMap((name) =>
    readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join('packages', name, 'src', file)),
  );
  // Rules of career and its constitution have versions of their own, which happen to be the same.
  const own = sources.filter((file) => !file.includes(join('career', 'src', 'validate')) && file !== page);
  expect(own.filter((file) => readFileSync(join(root, file), 'utf8').includes(`'${version}'`))).toEqual([]);
});

test.each([
  ['cobre', 'packages/cobre/src/bin/cobre.ts'],
  ['career', 'packages/career/src/bin/career.ts'],
  ['portarium', 'packages/portarium/src/bin/portarium.ts'],
  ['cpe', 'packages/cpe/src/bin/cpe.ts'],
])('%s --version tells it', (_, source) => {
  const program = bundledSource(join(root, source));
  expect(execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' })).toContain(version);
});
