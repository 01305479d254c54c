import { expect, test } from 'vitest';
import { heavyPackages, packagesLoadedBy } from '../../../../test/support/loaded-packages.js';
import { newRoot, writeStudy } from '../tools/served.js';

// The program starts from its sources here, which a busy machine does slowly.
test('what a person may never need is not loaded to validate a case', async () => {
  const caseDir = await writeStudy(await newRoot());
  const { packages, code, output } = await packagesLoadedBy('cobre/src/bin/cobre.ts', ['validate', caseDir]);
  expect(code, output).toBe(0);
  // The watch itself works: validation reads Parquet.
  expect(packages).toContain('hyparquet');
  expect(heavyPackages.filter((name) => packages.has(name))).toEqual([]);
}, 180_000);
