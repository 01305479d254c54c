import type { Case } from '../case/model.js';
import type { CutPool } from '../lp/cuts/cut-pool.js';
import { type MultistageProblem, type SolverFactory, StageRunner } from '../sddp/index.js';
import { moneyScale } from '../stage/index.js';
import type { CellValue, ResultTable } from './result-table.js';
import { ScenarioRows } from './scenario-rows.js';
import { SolvedStage } from './solved-stage.js';
import { tablesOf } from './tables/index.js';

/** What one thread needs to simulate scenarios. */
export interface SimulationPlan {
  readonly study: Case;
  readonly problem: MultistageProblem;
  /** Cuts on the future of each place, undefined where nothing follows. */
  readonly pools: readonly (CutPool | undefined)[];
  /** Basis each solve of a place starts from; empty means a cold start. */
  readonly snapshots: readonly Float64Array[];
}

/** Everything random about a scenario. */
export interface ScenarioInput {
  readonly scenario: number;
  readonly lags: Float64Array;
  /** Stage-major. */
  readonly noise: Float64Array;
  /** Where it is in each stage. */
  readonly places: Int32Array;
}

/** The rows of a scenario by position of their table, without the table itself, so that they can be sent. */
export interface SimulatedScenario {
  readonly scenario: number;
  readonly cost: number;
  readonly places: Int32Array;
  readonly tables: readonly { readonly rowCount: number; readonly columns: readonly (readonly CellValue[])[] }[];
  readonly work: SolverWork;
}

/** What the solvers did for a scenario. */
export interface SolverWork {
  readonly lpSolves: number;
  readonly pivots: number;
  readonly fallbacks: number;
}

/** Every solve starts from the policy's basis of its stage, so a scenario comes out the same on any thread. */
export class ScenarioSimulator {
  readonly #plan: SimulationPlan;
  readonly #runners: readonly StageRunner[];
  readonly #solved: readonly SolvedStage[];
  readonly #dimension: number;
  readonly #tables: readonly ResultTable[];

  constructor(plan: SimulationPlan, makeSolver: SolverFactory) {
    const { study, problem, pools } = plan;
    this.#plan = plan;
    this.#tables = tablesOf(study);
    this.#runners = problem.stages.map((stage, t) => new StageRunner(stage, pools[t], makeSolver));
    this.#solved = problem.stages.map(({ model, noise, cumulativeDiscount }) =>
      new SolvedStage(study, model, problem.space, cumulativeDiscount).useInflowModel(noise.uncertainty.inflow),
    );
    this.#dimension = problem.stages[0]?.noise.layout.dimension ?? 0;
  }

  simulate({ scenario, lags, noise, places }: ScenarioInput): SimulatedScenario {
    const { initialState, space } = this.#plan.problem;
    const rows = new ScenarioRows(this.#tables);
    const before = this.#work();
    let state: Float64Array = Float64Array.from(initialState);
    state.set(lags, space.hydroCount);
    let cost = 0;
    places.forEach((place, stage) => {
      const solved = this.#step(place, stage, state, noise);
      rows.take(solved);
      cost += solved.cumulativeDiscount * (solved.objective - solved.future) * moneyScale;
      state = solved.outgoing;
    });
    const after = this.#work();
    return {
      scenario,
      cost,
      places,
      tables: rows.finish().map(({ rowCount, columns }) => ({ rowCount, columns })),
      work: {
        lpSolves: after.lpSolves - before.lpSolves,
        pivots: after.pivots - before.pivots,
        fallbacks: after.fallbacks - before.fallbacks,
      },
    };
  }

  #work(): SolverWork {
    const sum = { lpSolves: 0, pivots: 0, fallbacks: 0 };
    for (const { solver } of this.#runners) {
      sum.lpSolves += solver.statistics.solves;
      sum.pivots += solver.statistics.pivots;
      sum.fallbacks += solver.statistics.fallbacks;
    }
    return sum;
  }

  dispose(): void {
    for (const { solver } of this.#runners) solver.dispose();
  }

  #step(place: number, stage: number, state: Float64Array, noise: Float64Array): SolvedStage {
    const runner = this.#runners[place]!;
    runner.startFrom(this.#plan.snapshots[place]);
    runner.solveNoise(state, noise, stage * this.#dimension);
    const solved = this.#solved[place]!;
    runner.solver.readPrimal(solved.primal);
    runner.solver.readRowDuals(solved.dual);
    solved.incoming = state;
    solved.outgoing = new Float64Array(state.length);
    runner.readOutgoing(solved.outgoing);
    solved.realization = runner.realization;
    solved.objective = runner.objective;
    solved.future = runner.future;
    return solved;
  }
}
