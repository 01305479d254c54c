/**
 * The proven upper bound by the exact tree: what the policy costs when it is followed at every node. Of each node its own
 * cost and the state it leaves are kept; with both ends given, anybody can work out again that the cost suffices.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { MultistageProblem, MultistageStage } from '../multistage-problem.js';
import { type Outcomes, outcomesAfter, start } from '../outcomes.js';
import { riskMeasure } from '../risk/index.js';
import { StageRunner } from '../stage-runner.js';
import { rowSizes, stateSize } from './allowance.js';
import { isCyclic, type ProofWork, type ProvenLower, poolOf } from './lower.js';
import type { Box, Reach } from './reach.js';
import { rowEntries } from './repair.js';
import { SafeSum } from './safe-sum.js';
import { decisionsOf, type LeftState, leftState, mostOfCuts, sufficientCost } from './sufficient.js';

export interface TreeNode {
  readonly place: number;
  /** Own cost in scaled money, future left out, save cuts behind the last stage. */
  readonly cost: number;
  /** Empty at the last stage. */
  readonly leaves: Float64Array;
}

export interface ProvenTree {
  readonly value: number;
  /** See `allowance.ts`. */
  readonly missed: number;
  /** Depth first, places and their openings in order. */
  readonly nodes: readonly TreeNode[];
}

/** Larger trees are left to the inner approximation. */
export const mostNodes = 5000;

export function nodeCount(problem: MultistageProblem): number {
  if (isCyclic(problem)) return Infinity;
  const below = new Array<number>(problem.stages.length).fill(0);
  const after = (place: number) =>
    (outcomesAfter(problem, place)?.places ?? []).reduce((sum, next) => sum + next.count * (1 + below[next.place]!), 0);
  for (let place = problem.stages.length - 1; place >= 0; place--) below[place] = after(place);
  const total = after(start);
  return total > mostNodes ? Infinity : total;
}

export async function proveTree(
  problem: MultistageProblem,
  { all: cuts }: Pick<ProvenLower, 'all'>,
  reach: Reach,
  boundary: CutPool | undefined,
  work: ProofWork,
): Promise<ProvenTree> {
  const walkers = problem.stages.map((stage, place) => {
    const ends = stage.successors.length === 0;
    const pool = ends ? boundary : poolOf(problem.space.stateCount, cuts[place]!);
    return new TreeWalker(stage, { entering: reach.entering[place]!, leaving: reach.leaving[place]! }, pool, work);
  });
  const total = nodeCount(problem);
  const nodes: TreeNode[] = [];
  const below = async (place: number, state: Float64Array): Promise<number> => {
    const outcomes = outcomesAfter(problem, place)!;
    const costs: number[] = [];
    for (const { place: next, count } of outcomes.places) {
      for (let k = 0; k < count; k++) {
        const { cost, left } = walkers[next]!.walk(state, k);
        nodes.push({ place: next, cost, leaves: left ?? new Float64Array(0) });
        await work.step(nodes.length, total);
        const later = left === null ? 0 : problem.stages[next]!.model.discount * (await below(next, left));
        costs.push(sumUp([cost, later]));
      }
    }
    return mostRisk(outcomes, Float64Array.from(costs));
  };
  try {
    const value = await below(start, problem.initialState);
    return { value, missed: Math.max(...walkers.map(({ missed }) => missed)), nodes };
  } finally {
    for (const walker of walkers) walker.dispose();
  }
}

function sumUp(terms: readonly number[]): number {
  const sum = new SafeSum();
  for (const term of terms) sum.add(term);
  return sum.most;
}

/** States that can enter a place and leave it. */
interface Ends {
  readonly entering: Box;
  readonly leaving: Box;
}

/** Follows the policy at one place. */
class TreeWalker {
  missed = 0;
  readonly #runner: StageRunner;
  readonly #sizes: Float64Array;
  readonly #entries: ReturnType<typeof rowEntries>;
  readonly #leaving: Box;
  readonly #boundary: CutPool | undefined;
  readonly #ends: boolean;

  constructor(
    stage: MultistageStage,
    { entering, leaving }: Ends,
    pool: CutPool | undefined,
    { makeSolver }: Pick<ProofWork, 'makeSolver'>,
  ) {
    this.#sizes = rowSizes(stage, entering);
    this.#entries = rowEntries(stage.model.lp);
    this.#leaving = leaving;
    this.#runner = new StageRunner(stage, pool, makeSolver);
    this.#ends = stage.successors.length === 0;
    this.#boundary = this.#ends ? pool : undefined;
    if (pool) this.#runner.solver.syncCuts();
  }

  walk(state: Float64Array, opening: number): { readonly cost: number; readonly left: Float64Array | null } {
    const { stage, solver, realization } = this.#runner;
    const { openings } = stage.noise.uncertainty;
    this.#runner.solveNoise(state, openings, opening * stage.noise.layout.dimension);
    const { lp, terms, sources, futureColumns, stateColumn, thetaColumn } = stage.model;
    const without = new Set(futureColumns);
    const rows = { sizes: this.#sizes, entries: this.#entries };
    const situation = { lp, terms, sources, ...rows, state, realization, without };
    const x = decisionsOf(situation, solver);
    const { cost, missed } = sufficientCost(situation, x, solver);
    this.missed = Math.max(this.missed, missed);
    const left = leftState(situation, stateColumn, x);
    if (this.#boundary) {
      const theta = thetaColumn[0]!;
      cost.add(lp.cost[theta]! * mostOfCuts(this.#boundary, lp.lower[theta]!, left));
    }
    return { cost: cost.most, left: this.#ends ? null : this.#handOn(left) };
  }

  /** What the next place is given may be off by the rounding of it. */
  #handOn({ value, error }: LeftState): Float64Array {
    error.forEach((off, s) => {
      this.missed = Math.max(this.missed, off / stateSize(this.#leaving, s));
    });
    return value;
  }

  dispose(): void {
    this.#runner.solver.dispose();
  }
}

/** The risk-adjusted cost of what may come next, at most. */
export function mostRisk(
  { risk, probabilities }: Pick<Outcomes, 'risk' | 'probabilities'>,
  costs: Float64Array,
): number {
  const weights = new Float64Array(costs.length);
  riskMeasure(risk).weigh(costs, probabilities, weights);
  return sumUp([...weights].map((weight, k) => weight * costs[k]!));
}
