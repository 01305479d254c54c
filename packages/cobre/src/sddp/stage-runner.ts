import { Fault } from '@quadrivium/kernel/fault';
import type { CutPool } from '../lp/cuts/cut-pool.js';
import { cutTerms } from '../lp/model/cut-terms.js';
import { ScenarioMap } from '../lp/model/scenario-map.js';
import type { StageProblem, StageSolver } from '../lp/solver.js';
import { lagSize, realize } from '../stage/index.js';
import type { MultistageStage } from './multistage-problem.js';
import { OutgoingConstants } from './outgoing-constants.js';

const noConstants = { constantBase: [], constantByState: [], constantByNoise: [] };

export type SolverFactory = (problem: StageProblem) => StageSolver;

/** Columns of the states that cuts speak of. */
function spoken(stateColumn: Int32Array, states: Int32Array | null): Int32Array {
  return states === null ? stateColumn : states.map((state) => stateColumn[state]!);
}

/** One stage problem on one thread: sets scenarios, solves, and reads what the passes need. Allocates nothing per solve. */
export class StageRunner {
  readonly stage: MultistageStage;
  readonly solver: StageSolver;
  /** The realisation of the last solve. */
  readonly realization: Float64Array;
  /** Stage cost plus discounted future cost of the last solve, in scaled money. */
  objective = 0;
  readonly #map: ScenarioMap;
  readonly #slopes: ScenarioMap;
  readonly #constants: OutgoingConstants;
  #state: Float64Array = new Float64Array(0);
  #start: Float64Array | 'cold' | 'warm' = 'warm';
  readonly #lags: Float64Array;

  constructor(stage: MultistageStage, cuts: CutPool | undefined, makeSolver: SolverFactory) {
    const { lp, thetaColumn, terms } = stage.model;
    this.stage = stage;
    const stateColumn = cuts ? spoken(stage.model.stateColumn, cuts.states) : stage.model.stateColumn;
    this.solver = makeSolver(cuts ? { model: lp, future: { thetaColumn, stateColumn, cuts } } : { model: lp });
    this.#map = new ScenarioMap(cutTerms(terms, cuts?.states ?? null));
    this.#constants = new OutgoingConstants(stage.model.terms);
    // Without cuts nobody looks at outgoing states, so they have no slopes.
    this.#slopes = cuts ? this.#map : new ScenarioMap({ ...stage.model.terms, ...noConstants });
    this.realization = new Float64Array(stage.noise.space.realizationSize);
    this.#lags = new Float64Array(lagSize(stage.noise.space));
  }

  /**
   * Makes the next solve start from a basis, or cold. It happens when the scenario is set, because a solver that takes a
   * basis while it still holds an older scenario could remember it in its last digits.
   */
  startFrom(snapshot: Float64Array | undefined): void {
    this.#start = snapshot && snapshot.length > 0 ? snapshot : 'cold';
  }

  solveOpening(state: Float64Array, opening: number): void {
    const { noise, openings } = this.stage;
    const size = this.realization.length;
    if (noise.nonNegativity.truncates) {
      this.solveNoise(state, noise.uncertainty.openings, opening * noise.layout.dimension);
      return;
    }
    for (let k = 0; k < size; k++) this.realization[k] = openings[opening * size + k]!;
    this.#solve(state, opening);
  }

  solveNoise(state: Float64Array, noise: Float64Array, offset: number): void {
    const { hydroCount } = this.stage.noise.space;
    for (let k = 0; k < this.#lags.length; k++) this.#lags[k] = state[hydroCount + k]!;
    realize(this.stage.noise, this.#lags, noise, offset, this.realization);
    this.#solve(state, -1);
  }

  /** The part of the objective that belongs to later stages. */
  get future(): number {
    const { futureColumns, lp } = this.stage.model;
    let sum = 0;
    for (const column of futureColumns) sum += lp.cost[column]! * this.solver.primal(column);
    return sum;
  }

  /** Writes the state the next stage starts with. */
  readOutgoing(into: Float64Array): void {
    const { stateColumn } = this.stage.model;
    for (let s = 0; s < stateColumn.length; s++) {
      if (stateColumn[s]! >= 0) into[s] = this.solver.primal(stateColumn[s]!);
    }
    this.#constants.read(this.#state, this.realization, into);
  }

  /** Adds `weight · d objective / d incoming state` to `slope`. */
  addSlopes(weight: number, slope: Float64Array): void {
    this.#slopes.addSlopes(this.solver, weight, slope);
  }

  #solve(state: Float64Array, opening: number): void {
    const { solver } = this;
    this.#state = state;
    this.#map.apply(solver, state, this.realization);
    let constant = this.#setSources();
    if (this.#start === 'cold') solver.reset();
    else if (this.#start !== 'warm') solver.restore(this.#start);
    this.#start = 'warm';
    if (solver.solve() !== 'optimal') this.#again(opening);
    constant += solver.objective;
    this.objective = constant;
  }

  #setSources(): number {
    const { column, position, factor, constantPosition, constantCost } = this.stage.model.sources;
    for (let k = 0; k < column.length; k++) {
      this.solver.setColumnBounds(column[k]!, 0, this.realization[position[k]!]! * factor[k]!);
    }
    let constant = 0;
    for (let k = 0; k < constantPosition.length; k++) {
      constant += constantCost[k]! * this.realization[constantPosition[k]!]!;
    }
    return constant;
  }

  /** A basis that led nowhere is forgotten once before the stage is given up. */
  #again(opening: number): void {
    const first = this.solver.status;
    this.solver.reset();
    const status = this.solver.solve();
    if (status === 'optimal') return;
    throw new Fault('SolverFailure', `Stage ${this.stage.model.index} has no solution: the solver says ${status}.`, {
      context: { stage: this.stage.model.index, opening, solver_status: status, first_status: first },
      suggestion:
        status === 'infeasible'
          ? 'Give the constraint that cannot be met a slack, or use an inflow_non_negativity method other than "none".'
          : 'Check the case for values of very different size.',
    });
  }
}
