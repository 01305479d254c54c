import { loadHighs } from '../../src/lp/highs-runtime.js';
import { HighsSolver } from '../../src/lp/highs-solver.js';
import { KernelSolver } from '../../src/lp/kernel-solver.js';
import { randomLp } from './random-lp.js';

const rt = await loadHighs();
const show = (m: any) => {
  for (let j = 0; j < m.columnCount; j++) {
    const e = [];
    for (let k = m.start[j]; k < m.start[j + 1]; k++) e.push(`${m.index[k]}:${m.value[k]}`);
    console.log('col', j, m.lower[j], m.upper[j], 'c', m.cost[j], e.join(' '));
  }
  for (let i = 0; i < m.rowCount; i++) console.log('row', i, m.rowLower[i], m.rowUpper[i]);
};
for (const seed of process.argv.slice(2).map(Number)) {
  const model = randomLp(seed, seed % 2 === 1);
  const k = new KernelSolver({ model });
  const h = new HighsSolver(rt, { model });
  (globalThis as any).DBG = 1;
  show(model);
  console.log(seed, k.solve(), k.objective, h.solve(), h.objective);
  console.log(
    [...Array(model.columnCount).keys()].map((j) =>
      [k.primal(j), h.primal(j), k.reducedCost(j), h.reducedCost(j)].join(' , '),
    ),
  );
  console.log(
    [...Array(model.rowCount).keys()].map((j) =>
      [k.rowActivity(j), h.rowActivity(j), k.rowDual(j), h.rowDual(j)].join(' , '),
    ),
  );
}
