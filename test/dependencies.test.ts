import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

function namedBy(path: string): string[] {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  return kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})).filter((name) => !name.startsWith('@quadrivium/'));
}

test('every dependency has its line in docs/decisions/dependencies.md, and every line its dependency', () => {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'package.json'));
  const named = [...new Set([join(root, 'package.json'), ...folders].flatMap(namedBy))].sort();
  const text = readFileSync(join(root, 'docs/decisions/dependencies.md'), 'utf8');
  const lines = [...text.matchAll(/^\| (\S+) \| .+ \| .+ \|$/gm)].map(([, name = '']) => name);
  expect(lines.filter((name) => name !== 'package').sort()).toEqual(named);
});
