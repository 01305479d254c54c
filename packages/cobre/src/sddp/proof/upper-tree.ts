/**
 * The proven upper bound by the exact tree: what the policy costs when it is followed at every node. Of each node its own
 * cost and the state it leaves are kept; with both ends given, anybody can work out again that the cost suffices.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { MultistageProblem } from '../multistage-problem.js';
import { type Outcomes, outcomesAfter, start } from '../outcomes.js';
import { riskMeasure } from '../risk/index.js';
import { StageRunner } from '../stage-runner.js';
import { isCyclic, type ProofWork, type ProvenLower, poolOf } from './lower.js';
import { SafeSum } from './safe-sum.js';
import { decisionsOf, leftState, mostOfCuts, type RoundedState, sufficientCost } from './sufficient.js';

export interface TreeNode {
  readonly place: number;
  /** Own cost in scaled money, future left out, save cuts behind the last stage. */
  readonly cost: number;
  /** Empty at the last stage. */
  readonly leaves: Float64Array;
}

export interface ProvenTree {
  readonly value: number;
  /** See `sufficient.ts`. */
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
  boundary: CutPool | undefined,
  work: ProofWork,
): Promise<ProvenTree> {
  const walkers = problem.stages.map((stage, place) => {
    const ends = stage.successors.length === 0;
    return new TreeWalker(problem, place, ends ? boundary : poolOf(problem.space.stateCount, cuts[place]!), work);
  });
  const total = nodeCount(problem);
  const nodes: TreeNode[] = [];
  const below = async (place: number, state: RoundedState): Promise<number> => {
    const outcomes = outcomesAfter(problem, place)!;
    const costs: number[] = [];
    for (const { place: next, count } of outcomes.places) {
      for (let k = 0; k < count; k++) {
        const { cost, left } = walkers[next]!.walk(state, k);
        nodes.push({ place: next, cost, leaves: left?.value ?? new Float64Array(0) });
        await work.step(nodes.length, total);
        const later = left === null ? 0 : problem.stages[next]!.model.discount * (await below(next, left));
        costs.push(sumUp([cost, later]));
      }
    }
    return mostRisk(outcomes, Float64Array.from(costs));
  };
  try {
    const state = { value: problem.initialState, error: new Float64Array(problem.space.stateCount) };
    const value = await below(start, state);
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

/** Follows the policy at one place. */
class TreeWalker {
  missed = 0;
  readonly #runner: StageRunner;
  readonly #boundary: CutPool | undefined;
  readonly #ends: boolean;

  constructor(problem: MultistageProblem, place: number, pool: CutPool | undefined, { makeSolver }: ProofWork) {
    const stage = problem.stages[place]!;
    this.#runner = new StageRunner(stage, pool, makeSolver);
    this.#ends = stage.successors.length === 0;
    this.#boundary = this.#ends ? pool : undefined;
    if (pool) this.#runner.solver.syncCuts();
  }

  walk(state: RoundedState, opening: number): { readonly cost: number; readonly left: RoundedState | null } {
    const { stage, solver, realization } = this.#runner;
    const { openings } = stage.noise.uncertainty;
    this.#runner.solveNoise(state.value, openings, opening * stage.noise.layout.dimension);
    const { lp, terms, sources, futureColumns, stateColumn, thetaColumn } = stage.model;
    const situation = { lp, terms, sources, state, realization, without: new Set(futureColumns) };
    const x = decisionsOf(situation, solver);
    const { cost, missed } = sufficientCost(situation, x, solver);
    this.missed = Math.max(this.missed, missed);
    const left = leftState(situation, stateColumn, x);
    if (this.#boundary) {
      const theta = thetaColumn[0]!;
      cost.add(lp.cost[theta]! * mostOfCuts(this.#boundary, lp.lower[theta]!, left));
    }
    return { cost: cost.most, left: this.#ends ? null : left };
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
