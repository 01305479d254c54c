/**
 * The proven lower bound. From the last stage back, every state that training visited is solved again for all openings;
 * the duals become planes that hold whatever the solver did (`minorant.ts`), weighed as the risk measure allows. Planes of
 * one stage stand only on planes of the next that were made the same way. In the end the planes nobody stands on are left out.
 */
import { CutPool } from '../../lp/cuts/cut-pool.js';
import { moneyScale } from '../../stage/index.js';
import type { MultistageProblem } from '../multistage-problem.js';
import type { Policy, PolicyStage } from '../policy.js';
import { riskMeasure } from '../risk/index.js';
import { type SolverFactory, StageRunner } from '../stage-runner.js';
import { minorantOf, type Plane } from './minorant.js';
import { type Box, largest } from './reach.js';
import { SafeSum } from './safe-sum.js';

/** A plane below the cost of a stage and all that follows, with everything it was made of. */
export interface ProvenCut extends Plane {
  /** Where it was made. */
  readonly state: Float64Array;
  /** One per opening, within what the risk measure allows. */
  readonly weights: Float64Array;
  /** A plane below the cost of each opening. */
  readonly openings: readonly Plane[];
  /** Cuts of the stage's own future that the planes stand on, by place. */
  readonly standsOn: ReadonlySet<number>;
}

export interface ProvenLower {
  /** In scaled money. */
  readonly value: number;
  readonly root: ProvenCut;
  /** `cuts[t]` bound the cost after stage t: those the value stands on. */
  readonly cuts: readonly (readonly ProvenCut[])[];
  /** Also those that nothing stands on; a policy needs them to choose well. */
  readonly all: readonly (readonly ProvenCut[])[];
}

export interface ProofWork {
  readonly makeSolver: SolverFactory;
  /** Called between states; throws when the proof is to be given up. */
  readonly step: (done: number, of: number) => Promise<void>;
}

/** Slopes that a pool would drop are dropped here, where it can be paid for. */
const negligible = 1e-9;

/** Walks that are added where the planes do not reach the bound of the training yet, and how near they should come. */
const mostWalks = 200;
const nearEnough = 1e-9;

export async function proveLower(
  problem: MultistageProblem,
  { stages, lowerBound }: Pick<Policy, 'stages' | 'lowerBound'>,
  reach: readonly Box[],
  boundary: CutPool | undefined,
  work: ProofWork,
): Promise<ProvenLower> {
  const visited = stages.slice(0, -1).map(visitedStates);
  const provers = proversOf(problem, visited, reach, boundary, work.makeSolver);
  try {
    await coverVisited(provers, visited, work);
    let root = provers[0]!.cutAt(problem.initialState);
    const wanted = lowerBound / moneyScale;
    for (let walk = 0; walk < mostWalks && boundOf(root, problem) < wanted - nearEnough * Math.abs(wanted); walk++) {
      addWalk(provers, problem.initialState, walk);
      root = provers[0]!.cutAt(problem.initialState);
      await work.step(walk, mostWalks);
    }
    const all = provers.map(({ future }) => future);
    return { value: boundOf(root, problem), root, cuts: needed(root, all), all };
  } finally {
    for (const prover of provers) prover.dispose();
  }
}

function boundOf({ intercept, slope }: Plane, { initialState }: MultistageProblem): number {
  const value = new SafeSum();
  value.add(intercept);
  slope.forEach((towards, s) => {
    value.add(towards * initialState[s]!);
  });
  return value.least;
}

function proversOf(
  problem: MultistageProblem,
  visited: readonly (readonly Float64Array[])[],
  reach: readonly Box[],
  boundary: CutPool | undefined,
  makeSolver: SolverFactory,
): StageProver[] {
  return problem.stages.map((_, t) => {
    const own = visited[t];
    const pool = own ? CutPool.create(problem.space.stateCount, own.length + mostWalks) : boundary;
    return new StageProver(problem, t, pool, reach[t]!, makeSolver);
  });
}

async function coverVisited(
  provers: readonly StageProver[],
  visited: readonly (readonly Float64Array[])[],
  work: ProofWork,
): Promise<void> {
  const total = visited.reduce((sum, states) => sum + states.length, 0);
  let done = 0;
  for (let t = visited.length; t >= 1; t--) {
    for (const state of visited[t - 1]!) {
      provers[t - 1]!.add(provers[t]!.cutAt(state));
      await work.step(++done, total);
    }
    provers[t - 1]!.sync();
  }
}

/**
 * A state where the cost has a kink has several planes, of which solving it once gives one; training collected others on
 * the way. Following the planes so far leads to where they are too low.
 */
function addWalk(provers: readonly StageProver[], start: Float64Array, walk: number): void {
  const states = [start];
  for (let t = 0; t < provers.length - 1; t++) states.push(provers[t]!.leave(states[t]!, walk));
  for (let t = provers.length - 1; t >= 1; t--) {
    provers[t - 1]!.add(provers[t]!.cutAt(states[t]!));
    provers[t - 1]!.sync();
  }
}

export function poolOf(stateCount: number, cuts: readonly Plane[]): CutPool {
  const pool = CutPool.create(stateCount, cuts.length);
  for (const { intercept, slope } of cuts) pool.add(intercept, slope);
  return pool;
}

/** Distinct states at which a stage has cuts that count. */
export function visitedStates({ pool, log }: PolicyStage): Float64Array[] {
  const distinct = new Map<string, Float64Array>();
  for (let slot = 0; slot < pool.count; slot++) {
    const state = log.stateAt(slot);
    if (pool.active[slot] === 1) distinct.set(state.join(','), state.slice());
  }
  return [...distinct.values()];
}

/** Without the cuts that nothing stands on. */
function needed(root: ProvenCut, all: readonly (readonly ProvenCut[])[]): ProvenCut[][] {
  let wanted = [root];
  return all.map((own) => {
    const places = [...new Set(wanted.flatMap(({ standsOn }) => [...standsOn]))].sort((a, b) => a - b);
    // Cuts behind the last stage were given, not made.
    wanted = own.length === 0 ? [] : places.map((place) => own[place]!);
    return wanted;
  });
}

class StageProver {
  /** Planes below the cost after the stage. */
  readonly future: ProvenCut[] = [];
  readonly #runner: StageRunner;
  readonly #pool: CutPool | undefined;
  readonly #reach: Box;
  readonly #rows: Float64Array;
  readonly #binding = new Int32Array(4096);

  constructor(
    problem: MultistageProblem,
    stage: number,
    pool: CutPool | undefined,
    reach: Box,
    makeSolver: SolverFactory,
  ) {
    this.#runner = new StageRunner(problem.stages[stage]!, pool, makeSolver);
    this.#pool = pool;
    this.#reach = reach;
    this.sync();
    this.#rows = new Float64Array(problem.stages[stage]!.model.lp.rowCount);
  }

  add(cut: ProvenCut): void {
    this.future.push(cut);
    this.#pool!.add(cut.intercept, cut.slope);
  }

  /** Lets the stage see what was added. */
  sync(): void {
    if (this.#pool) this.#runner.solver.syncCuts();
  }

  /** The state that one of the openings leads to; walks take them in turns. */
  leave(state: Float64Array, walk: number): Float64Array {
    const { openingCount } = this.#runner.stage.noise.uncertainty;
    const turn = (walk * 7 + this.#runner.stage.model.index * 3) % openingCount;
    this.#runner.solveOpening(state, turn);
    const next = new Float64Array(state.length);
    this.#runner.readOutgoing(next);
    return next;
  }

  cutAt(state: Float64Array): ProvenCut {
    const { stage } = this.#runner;
    const { openingCount, probabilities } = stage.noise.uncertainty;
    const costs = new Float64Array(openingCount);
    const standsOn = new Set<number>();
    const openings = Array.from(costs, (_, k) => {
      this.#runner.solveOpening(state, k);
      costs[k] = this.#runner.objective;
      return this.#plane(standsOn);
    });
    const weights = new Float64Array(openingCount);
    riskMeasure(stage.risk).weigh(costs, probabilities, weights);
    return { state: state.slice(), weights, openings, standsOn, ...weighed(openings, weights, this.#reach) };
  }

  dispose(): void {
    this.#runner.solver.dispose();
  }

  #plane(standsOn: Set<number>): Plane {
    const { solver, stage, realization } = this.#runner;
    for (let r = 0; r < this.#rows.length; r++) this.#rows[r] = solver.rowDual(r);
    const found = this.#pool ? solver.bindingCuts(this.#binding) : 0;
    const cuts = Array.from(this.#binding.subarray(0, found), (slot) => ({ slot, dual: solver.cutDual(slot) }));
    for (const { slot } of cuts) standsOn.add(slot);
    const situation = { stage, realization, pool: this.#pool, reach: this.#reach };
    return minorantOf(situation, { row: this.#rows, cuts });
  }
}

/** The weighted plane; rounding and the slopes that are dropped are paid for with the intercept. */
export function weighed(planes: readonly Plane[], weights: Float64Array, reach: Box): Plane {
  const intercept = new SafeSum();
  const slopes = Array.from(reach.low, () => new SafeSum());
  planes.forEach((plane, k) => {
    if (weights[k] === 0) return;
    intercept.add(weights[k]! * plane.intercept);
    plane.slope.forEach((slope, s) => {
      slopes[s]!.add(weights[k]! * slope);
    });
  });
  const slope = Float64Array.from(slopes, ({ value }) => (Math.abs(value) <= negligible ? 0 : value));
  slopes.forEach((sum, s) => {
    const dropped = slope[s] === 0 ? Math.abs(sum.value) : 0;
    intercept.add(-(sum.error + dropped) * largest(reach, s));
  });
  return { intercept: intercept.least, slope };
}
