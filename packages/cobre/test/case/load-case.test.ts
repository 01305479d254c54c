import { expect, test } from 'vitest';
import { loadCase } from '../../src/validation/load-case.js';
import { temporaryCase } from './write-case.js';

test('a small case loads', async () => {
  const { case: loaded, filesRead } = await loadCase(await temporaryCase());
  expect(loaded.system.hydros[0]?.initialStorageHm3).toBe(50);
  expect(filesRead).toHaveLength(10);
});
