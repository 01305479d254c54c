import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the format and the verifier import nothing that only Node has', () => {
  const imports = ['format', 'verify'].flatMap((folder) => {
    const directory = new URL(`../../src/${folder}/`, import.meta.url);
    return readdirSync(directory).flatMap((file) =>
      [...readFileSync(new URL(file, directory), 'utf8').matchAll(/from '([^']+)'/g)].map(([, source]) => source),
    );
  });
  const outside = imports.filter((source) => !/^\.\.?\/(format|verify)\/|^\.\/|^\.\.\/faults\.js$/.test(source ?? ''));
  expect(outside).toEqual([]);
});
