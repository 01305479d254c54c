import type { LpModel } from '../../src/lp/model/lp-model.js';
import type { StageSolver } from '../../src/lp/solver.js';

export interface Data {
  readonly cost: ArrayLike<number>;
  readonly lower: ArrayLike<number>;
  readonly upper: ArrayLike<number>;
  readonly rowLower: ArrayLike<number>;
  readonly rowUpper: ArrayLike<number>;
}

/**
 * Largest violation of the optimality conditions by what a solver reports, relative to the size of the numbers: primal
 * feasibility, signs of the duals, and equality of primal and dual objective. Written here from the textbook, on purpose
 * apart from the certificate in src.
 */
export function optimalityViolation(solver: StageSolver, data: Data = solver.problem.model): number {
  const { model, future } = solver.problem;
  const x = Array.from({ length: model.columnCount }, (_, j) => solver.primal(j));
  const y = Array.from({ length: model.rowCount }, (_, i) => solver.rowDual(i));
  const dual = Array.from({ length: model.columnCount }, (_, j) => data.cost[j]! - columnDot(model, j, y));
  const activity = new Array<number>(model.rowCount).fill(0);
  for (let j = 0; j < model.columnCount; j++) {
    for (let k = model.start[j]!; k < model.start[j + 1]!; k++) activity[model.index[k]!]! += model.value[k]! * x[j]!;
  }
  let worst = 0;
  const atMost = (excess: number, size: number) => {
    worst = Math.max(worst, excess / Math.max(1, Math.abs(size)));
  };
  let dualObjective = model.offset;
  const bound = (multiplier: number, lower: number, upper: number, size: number) => {
    const side = multiplier > 0 ? lower : upper;
    if (Math.abs(multiplier) <= 1e-7 * size) return;
    if (Number.isFinite(side)) dualObjective += multiplier * side;
    else atMost(Math.abs(multiplier), size);
  };
  if (future !== undefined) {
    for (let slot = 0; slot < future.cuts.count; slot++) {
      if (future.cuts.active[slot] === 0) continue;
      const mu = solver.cutDual(slot);
      const theta = future.thetaColumn[future.cuts.theta[slot]!]!;
      let height = future.cuts.intercept[slot]!;
      dual[theta]! -= mu;
      for (let s = 0; s < future.cuts.stateCount; s++) {
        const column = future.stateColumn[s]!;
        if (column < 0) continue;
        height += future.cuts.slopeOf(slot, s) * x[column]!;
        dual[column]! += mu * future.cuts.slopeOf(slot, s);
      }
      atMost(height - x[theta]!, height);
      atMost(-mu, 1);
      dualObjective += mu * future.cuts.intercept[slot]!;
    }
  }
  const costSize = Math.max(1, ...Array.from(data.cost, Math.abs));
  y.forEach((yi, i) => {
    atMost(data.rowLower[i]! - activity[i]!, activity[i]!);
    atMost(activity[i]! - data.rowUpper[i]!, activity[i]!);
    bound(yi, data.rowLower[i]!, data.rowUpper[i]!, costSize);
  });
  dual.forEach((dj, j) => {
    atMost(data.lower[j]! - x[j]!, x[j]!);
    atMost(x[j]! - data.upper[j]!, x[j]!);
    atMost(Math.abs(dj - solver.reducedCost(j)), costSize);
    bound(dj, data.lower[j]!, data.upper[j]!, costSize);
  });
  const objective = x.reduce((sum, xj, j) => sum + data.cost[j]! * xj, model.offset);
  atMost(Math.abs(objective - solver.objective), objective);
  atMost(Math.abs(objective - dualObjective), objective);
  return worst;
}

function columnDot(model: LpModel, j: number, y: readonly number[]): number {
  let sum = 0;
  for (let k = model.start[j]!; k < model.start[j + 1]!; k++) sum += model.value[k]! * y[model.index[k]!]!;
  return sum;
}
