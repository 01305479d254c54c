import { afterEach, expect, test, vi } from 'vitest';
import { LpBuilder } from '../../src/lp/model/builder.js';
import type { LpModel } from '../../src/lp/model/lp-model.js';
import { StageSimplex } from '../../src/lp/simplex/stage-simplex.js';

const gigabyte = 2 ** 30;

/** A memory of its own for each test, and none of them for the files that come after in this process. */
async function freshMemory() {
  vi.resetModules();
  const memory = await import('../../src/lp/inner-loops/memory.js');
  const simplex = await import('../../src/lp/simplex/stage-simplex.js');
  return { ...memory, FreshSimplex: simplex.StageSimplex };
}

afterEach(() => {
  vi.resetModules();
});

/** Each x(i) + y(i) is at least 1 + x(i-1) / 3, and x is the cheaper one. */
function pairs(length: number): LpModel {
  const builder = new LpBuilder();
  let before = -1;
  for (let i = 0; i < length; i++) {
    const row = builder.row(`r${i}`, 1, Number.POSITIVE_INFINITY);
    if (before >= 0) builder.entry(row, before, -1 / 3);
    before = builder.column(`x${i}`, 0, 5, 2);
    builder.entry(row, before, 1).entry(row, builder.column(`y${i}`, 0, 5, 3), 1);
  }
  return builder.build();
}

function objective(Simplex: typeof StageSimplex): number {
  const solver = new Simplex({ model: pairs(60) }, { basis: 'factored' });
  expect(solver.solve()).toBe('optimal');
  solver.dispose();
  return solver.objective;
}

/** Blocks that nobody writes to cost addresses, and nothing of the machine's memory. */
test('a solver whose lists lie beyond 2 GB finds the same bits, and one that does not fit is a fault', async () => {
  const { FreshSimplex, takeBlock, threadMemory } = await freshMemory();
  takeBlock(2 * gigabyte);
  expect(objective(FreshSimplex)).toBe(objective(StageSimplex));
  expect(threadMemory().buffer.byteLength).toBeGreaterThan(2 * gigabyte);
  const tooMuch = () => takeBlock(2 * gigabyte);
  expect(tooMuch).toThrow(expect.objectContaining({ kind: 'SolverFailure', suggestion: expect.any(String) }));
  expect(objective(FreshSimplex)).toBe(objective(StageSimplex));
});

test('the last page is given out too', async () => {
  const { takeBlock, threadMemory } = await freshMemory();
  for (let size = 2 * gigabyte; size >= 65_536; size /= 2) takeBlock(size);
  expect(threadMemory().buffer.byteLength).toBe(4 * gigabyte);
});
