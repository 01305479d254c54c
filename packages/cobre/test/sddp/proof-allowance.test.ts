/** Limits that may be missed a little: no decision that uses it gets below the proven planes, and none may use more. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MultistageStage } from '../../src/sddp/multistage-problem.js';
import { closenesses, rowSizes } from '../../src/sddp/proof/allowance.js';
import { minorantOf } from '../../src/sddp/proof/minorant.js';
import { provenProblem } from '../../src/sddp/proof/prove.js';
import { reachOf } from '../../src/sddp/proof/reach.js';
import { rowEntries } from '../../src/sddp/proof/repair.js';
import { decisionsOf, sufficientCost } from '../../src/sddp/proof/sufficient.js';
import { loadSolver } from '../../src/sddp/solver-factory.js';
import { StageRunner } from '../../src/sddp/stage-runner.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { caseOf, randomCase } from '../random-case.js';

const makeSolver = await loadSolver('simplex');
const closeness = closenesses[0];

/** The last stage of a random case, solved from its reservoirs as they are at the start. */
async function solved(seed: number, opening: number) {
  const study = await caseOf(randomCase(seed));
  const { problem } = provenProblem(study, buildStochasticModel(study), undefined);
  const stage = problem.stages.at(-1)!;
  const reach = reachOf(problem)!.entering.at(-1)!;
  const runner = new StageRunner(stage, undefined, makeSolver);
  const state = problem.initialState;
  runner.solveOpening(state, opening % stage.noise.uncertainty.openingCount);
  return { stage, reach, state, runner, sizes: rowSizes(stage, reach) };
}

function situationOf(stage: MultistageStage, parts: { sizes: Float64Array; state: Float64Array; runner: StageRunner }) {
  const { lp, terms, sources, futureColumns } = stage.model;
  const { sizes, state, runner } = parts;
  const entries = rowEntries(lp);
  return {
    lp,
    terms,
    sources,
    sizes,
    entries,
    state,
    realization: runner.realization,
    without: new Set(futureColumns),
  };
}

/** What the plane of the solve says of the state, with limits that may be missed by a share. */
function planeAt({ stage, reach, state, runner, sizes }: Awaited<ReturnType<typeof solved>>, share: number): number {
  const row = Float64Array.from({ length: stage.model.lp.rowCount }, (_, r) => runner.solver.rowDual(r));
  const allowance = sizes.map((size) => share * size);
  const situation = { stage, realization: runner.realization, pool: undefined, reach, allowance };
  const { intercept, slope } = minorantOf(situation, { row, cuts: [] });
  return slope.reduce((sum, value, s) => sum + value * state[s]!, intercept);
}

const nothingPaid = { rowDual: () => 0 };

describe('decisions that miss limits on purpose', () => {
  test('cost no less than the plane says while they miss by no more than may be, whichever columns are moved', async () => {
    let belowExact = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 25 }),
        fc.nat(2),
        fc.array(fc.tuple(fc.nat(), fc.double({ min: -1, max: 1, noNaN: true })), { minLength: 1, maxLength: 20 }),
        async (seed, opening, moves) => {
          const parts = await solved(seed, opening);
          const { stage, runner } = parts;
          const situation = situationOf(stage, parts);
          const x = decisionsOf(situation, runner.solver);
          for (const [column, by] of moves) {
            const c = column % x.length;
            // Towards where it is cheaper, by what may make a row of its size miss about as much as it may.
            x[c] = Math.min(stage.model.lp.upper[c]!, Math.max(stage.model.lp.lower[c]!, x[c]! + by * 1e-10));
          }
          const { cost, missed } = sufficientCost(situation, x, { ...nothingPaid, primal: () => 0 });
          // With what they really miss, however much: weak duality knows no smallest violation.
          expect(cost.most).toBeGreaterThanOrEqual(planeAt(parts, missed));
          if (missed <= closeness) expect(cost.most).toBeGreaterThanOrEqual(planeAt(parts, closeness));
          if (cost.most < planeAt(parts, 0)) belowExact++;
          runner.solver.dispose();
        },
      ),
      { numRuns: 60, seed: 17 },
    );
    // Against planes that know of no missed limit some do win, so that there is something to hold.
    expect(belowExact).toBeGreaterThan(0);
  });

  test('pay for it at the price of the row, so that missing it is no saving', async () => {
    const parts = await solved(3, 0);
    const situation = situationOf(parts.stage, parts);
    const x = decisionsOf(situation, parts.runner.solver);
    const honest = sufficientCost(situation, x, parts.runner.solver);
    const { cost, lower, start, index, value } = parts.stage.model.lp;
    // The dearest column in use is lowered: less is generated than the bus needs.
    const dearest = [...x.keys()].filter((c) => x[c]! > lower[c]! + 1).sort((a, b) => cost[b]! - cost[a]!)[0]!;
    const [row, per] = [index[start[dearest]!]!, Math.abs(value[start[dearest]!]!)];
    const loosened = x.slice();
    loosened[dearest]! -= (0.4 * closeness * parts.sizes[row]!) / per;
    const cheaper = sufficientCost(situation, loosened, parts.runner.solver);
    expect(cheaper.missed).toBeGreaterThan(honest.missed);
    expect(cheaper.cost.most).toBeGreaterThanOrEqual(honest.cost.value);
    parts.runner.solver.dispose();
  });
});
