/** Planes below the cost of one place, opening by opening, standing on the planes of what comes after it. */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { MultistageStage } from '../multistage-problem.js';
import { type SolverFactory, StageRunner } from '../stage-runner.js';
import { rowSizes } from './allowance.js';
import { minorantOf, type Plane } from './minorant.js';
import type { Box } from './reach.js';

export interface OpeningPlane extends Plane {
  /** The cost of the opening at the state, in scaled money. */
  readonly cost: number;
  /** Cuts on the future of the place that the plane stands on, by slot. */
  readonly standsOn: readonly number[];
}

export class PlaceProver {
  readonly #runner: StageRunner;
  readonly #pool: CutPool | undefined;
  readonly #reach: Box;
  readonly #allowance: Float64Array;
  readonly #rows: Float64Array;
  readonly #binding = new Int32Array(4096);

  constructor(
    stage: MultistageStage,
    pool: CutPool | undefined,
    reach: Box,
    { makeSolver, closeness }: { readonly makeSolver: SolverFactory; readonly closeness: number },
  ) {
    this.#runner = new StageRunner(stage, pool, makeSolver);
    this.#pool = pool;
    this.#reach = reach;
    this.#allowance = rowSizes(stage, reach).map((size) => closeness * size);
    this.#rows = new Float64Array(stage.model.lp.rowCount);
    this.sync();
  }

  get capacity(): number {
    return this.#pool?.capacity ?? 0;
  }

  add({ intercept, slope }: Plane): void {
    this.#pool!.add(intercept, slope);
  }

  /** Lets the place see what was added. */
  sync(): void {
    if (this.#pool) this.#runner.solver.syncCuts();
  }

  /** The state that an opening leads to. */
  leave(state: Float64Array, opening: number): Float64Array {
    this.#runner.solveOpening(state, opening);
    const next = new Float64Array(state.length);
    this.#runner.readOutgoing(next);
    return next;
  }

  planesAt(state: Float64Array): OpeningPlane[] {
    return Array.from({ length: this.#runner.stage.noise.uncertainty.openingCount }, (_, k) => {
      this.#runner.solveOpening(state, k);
      return this.#plane();
    });
  }

  dispose(): void {
    this.#runner.solver.dispose();
  }

  #plane(): OpeningPlane {
    const { solver, stage, realization, objective } = this.#runner;
    for (let r = 0; r < this.#rows.length; r++) this.#rows[r] = solver.rowDual(r);
    const found = this.#pool ? solver.bindingCuts(this.#binding) : 0;
    const cuts = Array.from(this.#binding.subarray(0, found), (slot) => ({ slot, dual: solver.cutDual(slot) }));
    const situation = { stage, realization, pool: this.#pool, reach: this.#reach, allowance: this.#allowance };
    const plane = minorantOf(situation, { row: this.#rows, cuts });
    return { ...plane, cost: objective, standsOn: cuts.map(({ slot }) => slot) };
  }
}
