import { loadHighs } from '../../src/lp/highs-runtime.js';
import { HighsSolver } from '../../src/lp/highs-solver.js';
import { KernelSolver } from '../../src/lp/kernel-solver.js';
import { optimalityViolation } from './optimality.js';
import { randomLp } from './random-lp.js';

const rt = await loadHighs();
const counts: Record<string, number> = {};
let worst = 0;
for (let seed = 0; seed < 6000; seed++) {
  const model = randomLp(seed, seed % 2 === 1);
  const k = new KernelSolver({ model }, { basis: 'factored' });
  const h = new HighsSolver(rt, { model });
  const a = k.solve(),
    b = h.solve();
  const key = a + '/' + b;
  counts[key] = (counts[key] ?? 0) + 1;
  if (a === 'optimal' && b === 'optimal') {
    const gap = Math.abs(k.objective - h.objective) / Math.max(1, Math.abs(h.objective));
    const v = optimalityViolation(k);
    worst = Math.max(worst, v);
    if (gap > 1e-8 || v > 1e-7) console.log('seed', seed, gap, v);
  } else if (a !== b) {
    const p = new Float64Array(model.rowCount);
    const pr = k.infeasibilityProof(p),
      ph = h.infeasibilityProof(p);
    if (!(a === 'infeasible' && pr) && !(b === 'infeasible' && ph)) console.log('seed', seed, a, b, pr, ph);
  } else if (a === 'infeasible') {
    const p = new Float64Array(model.rowCount);
    if (!k.infeasibilityProof(p)) console.log('noproof', seed, h.infeasibilityProof(p));
  }
  k.dispose();
  h.dispose();
}
console.log(counts, worst);
