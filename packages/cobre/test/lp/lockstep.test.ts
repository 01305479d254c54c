/**
 * Every LP that training meets, solved by the default member and by HiGHS: on the shared examples and on random cases.
 * LOCKSTEP_CASES=200 and LOCKSTEP_ITERATIONS=256 ask for more of both (all 127,000 LPs of 4ree).
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Case, loadCase, train } from '../../src/index.js';
import { type HighsRuntime, loadHighs } from '../../src/lp/highs/highs-runtime.js';
import { HighsSolver } from '../../src/lp/highs/highs-solver.js';
import { CertifiedSolver } from '../../src/lp/simplex/certified-solver.js';
import { caseOf, randomCase } from '../random-case.js';

const cases = fileURLToPath(new URL('../../../../../shared/cases', import.meta.url));
const randomCases = Number(process.env.LOCKSTEP_CASES ?? 30);
const iterations = Number(process.env.LOCKSTEP_ITERATIONS ?? 2);

let runtime: HighsRuntime;
let compared = 0;
let worst = 0;
let disagreements = 0;
const solve = CertifiedSolver.prototype.solve;
const twins = new Map<CertifiedSolver, HighsSolver>();

/** The same LP again, by a HiGHS of its own that starts cold. */
function alsoByHighs(this: CertifiedSolver) {
  const status = solve.call(this);
  const twin = twins.get(this) ?? new HighsSolver(runtime, this.problem);
  twins.set(this, twin);
  this.simplex.tell(twin);
  if (twin.solve() !== status) disagreements++;
  else if (status === 'optimal') {
    worst = Math.max(worst, Math.abs(this.objective - twin.objective) / Math.max(1, Math.abs(twin.objective)));
    compared++;
  }
  return status;
}

async function trained(study: Case, limit: number): Promise<void> {
  const stoppingRules = [{ type: 'iteration_limit', limit } as const];
  const settings = { ...study.settings, training: { ...study.settings.training, stoppingRules } };
  await train({ ...study, settings }, { solver: 'simplex' });
  for (const twin of twins.values()) twin.dispose();
  twins.clear();
}

beforeAll(async () => {
  runtime = await loadHighs();
  vi.spyOn(CertifiedSolver.prototype, 'solve').mockImplementation(alsoByHighs);
});

beforeEach(() => {
  compared = 0;
  worst = 0;
  disagreements = 0;
});

afterAll(() => {
  vi.restoreAllMocks();
});

function expectAgreement(atLeast: number): void {
  expect(compared).toBeGreaterThan(atLeast);
  expect(disagreements).toBe(0);
  expect(worst).toBeLessThan(1e-7);
}

test('both agree on every LP of random cases', async () => {
  for (let seed = 1; seed <= randomCases; seed++) await trained(await caseOf(randomCase(seed, { passes: 1 })), 2);
  expectAgreement(10 * randomCases);
}, 600_000);

describe.skipIf(!existsSync(cases))('of the shared examples', () => {
  test.each([
    ['1dtoy', 6 * iterations, 240 * iterations],
    ['4ree', iterations, 490 * iterations],
  ])(
    'both agree on every LP of %s',
    async (name, limit, atLeast) => {
      await trained((await loadCase(`${cases}/${name}`)).case, limit);
      expectAgreement(atLeast);
    },
    600_000,
  );
});
