/**
 * The whole scenario tree as one linear program. It shares the stage problems with SDDP but none of the algorithm, so on
 * cases small enough to afford it, it says what the passes should converge to.
 *
 * Every node of the tree has its own copy of the stage's columns. Storage links a node to its parent; inflow memory is a
 * number on every path. A node's cost is z = c·x + d·R, where R is the risk-adjusted cost of its children:
 * R = (1 − λ)·Σ p z + λ·(u + Σ p w / α) with w ≥ z − u.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { LpBuilder } from '../lp/model/builder.js';
import type { MapTerm } from '../lp/model/scenario-map.js';
import { moneyScale, realize } from '../stage/index.js';
import type { MultistageProblem, MultistageStage } from './multistage-problem.js';
import { outcomesAfter } from './outcomes.js';
import type { SolverFactory } from './stage-runner.js';

export interface EquivalentOptions {
  readonly makeSolver: SolverFactory;
  /** Where to begin on a chain of stages; the first stage unless given. */
  readonly stage?: number;
  /** State before that stage; the case's initial state unless given. */
  readonly state?: Float64Array;
  /** Larger trees are refused. */
  readonly mostNodes?: number;
}

export interface EquivalentSolution {
  /** Risk-adjusted cost in $. */
  readonly cost: number;
  readonly nodes: number;
}

/** Solves the tree of all that may come after a place. */
export function solveDeterministicEquivalent(
  problem: MultistageProblem,
  options: EquivalentOptions,
): EquivalentSolution {
  const after = (options.stage ?? 0) - 1;
  const nodes = countNodes(problem, after);
  const most = options.mostNodes ?? 20_000;
  if (
    problem.formulation === 'multi' ||
    problem.stages.some(({ model }) => model.next >= 0 && model.next <= model.index)
  ) {
    throw new Fault('IncompatibleSettings', 'The scenario tree needs single cuts and a finite horizon.');
  }
  if (nodes > most) {
    throw new Fault('IncompatibleSettings', `The scenario tree has ${nodes} nodes, more than ${most}.`, {
      context: { nodes, most },
      suggestion: 'Check a case with fewer stages or openings.',
    });
  }
  const tree = new Tree(problem);
  const state = options.state ?? problem.initialState;
  tree.lp.setColumn(tree.children(after, rootState(problem, state)), -Infinity, Infinity, 1);
  const solver = options.makeSolver({ model: tree.lp.build() });
  try {
    const status = solver.solve();
    if (status !== 'optimal') throw new Fault('SolverFailure', `The scenario tree is ${status}.`);
    return { cost: solver.objective * moneyScale, nodes };
  } finally {
    solver.dispose();
  }
}

/** Storage as a column of an earlier node or as a number; memory always as numbers. */
interface NodeState {
  readonly column: Int32Array;
  readonly value: Float64Array;
}

function rootState(problem: MultistageProblem, state: Float64Array): NodeState {
  return { column: new Int32Array(problem.space.stateCount).fill(-1), value: Float64Array.from(state) };
}

function countNodes(problem: MultistageProblem, after: number): number {
  const below = new Array<number>(problem.stages.length).fill(0);
  const followers = (place: number) =>
    (outcomesAfter(problem, place)?.places ?? []).reduce(
      (sum, { place: next, count }) => sum + count * (1 + below[next]!),
      0,
    );
  for (let place = problem.stages.length - 1; place > after; place--) below[place] = followers(place);
  return followers(after);
}

class Tree {
  readonly lp = new LpBuilder();
  readonly #problem: MultistageProblem;

  constructor(problem: MultistageProblem) {
    this.#problem = problem;
  }

  /** Adds all that may come after a place and returns the column of its risk-adjusted cost. */
  children(after: number, state: NodeState): number {
    const { lp } = this;
    const { places, probabilities, risk: measure } = outcomesAfter(this.#problem, after)!;
    const { alpha, lambda } = measure;
    const risk = lp.column('risk', -Infinity, Infinity);
    const row = lp.row('risk', 0, 0);
    lp.entry(row, risk, 1);
    const quantile = lambda > 0 ? lp.column('quantile', -Infinity, Infinity) : -1;
    if (quantile >= 0) lp.entry(row, quantile, -lambda);
    const outcomes = places.flatMap(({ place, count }) => Array.from({ length: count }, (_, k) => ({ place, k })));
    outcomes.forEach(({ place, k: opening }, k) => {
      const p = probabilities[k]!;
      const cost = this.#node(place, opening, state);
      lp.entry(row, cost, -(1 - lambda) * p);
      if (quantile < 0) return;
      const excess = lp.column('excess', 0, Infinity);
      lp.entry(row, excess, (-lambda * p) / alpha);
      const above = lp.row('excess', 0, Infinity);
      lp.entry(above, excess, 1).entry(above, cost, -1).entry(above, quantile, 1);
    });
    return risk;
  }

  /** Adds one node with everything below it and returns the column of its cost. */
  #node(place: number, opening: number, state: NodeState): number {
    const { lp } = this;
    const at = this.#problem.stages[place]!;
    const realization = this.#realization(at, opening, state);
    const columns = this.#columns(at, realization);
    this.#rows(at, columns, state, realization);
    const cost = lp.column('cost', -Infinity, Infinity);
    const constant = constantCost(at, realization);
    const row = lp.row('cost', constant, constant);
    lp.entry(row, cost, 1);
    columns.forEach((column, k) => {
      if (column >= 0 && at.model.lp.cost[k] !== 0) lp.entry(row, column, -at.model.lp.cost[k]!);
    });
    if (at.model.next >= 0) {
      const below = this.children(place, this.#outgoing(at, columns, state, realization));
      lp.entry(row, below, -at.model.discount);
    }
    return cost;
  }

  #realization({ noise }: MultistageStage, opening: number, state: NodeState): Float64Array {
    const out = new Float64Array(noise.space.realizationSize);
    const lags = state.value.slice(noise.space.hydroCount);
    realize(noise, lags, noise.uncertainty.openings, opening * noise.layout.dimension, out);
    return out;
  }

  /** Copies the stage's columns; those of the future are left out, the children stand for it. */
  #columns({ model }: MultistageStage, realization: Float64Array): Int32Array {
    const { lower, upper, columnCount } = model.lp;
    const most = Float64Array.from(upper);
    model.sources.column.forEach((column, k) => {
      most[column] = realization[model.sources.position[k]!]! * model.sources.factor[k]!;
    });
    const future = new Set(model.futureColumns);
    return Int32Array.from({ length: columnCount }, (_, k) =>
      future.has(k) ? -1 : this.lp.column('x', lower[k]!, most[k]!),
    );
  }

  #rows({ model }: MultistageStage, columns: Int32Array, state: NodeState, realization: Float64Array): void {
    const { rowLower, rowUpper, rowCount, start, index, value } = model.lp;
    const shift = new Float64Array(rowCount);
    for (const { target, source, coefficient } of model.terms.rowByNoise) {
      shift[target]! += coefficient * realization[source]!;
    }
    const links: MapTerm[] = [];
    for (const term of model.terms.rowByState) {
      if (state.column[term.source]! >= 0) links.push(term);
      else shift[term.target]! += term.coefficient * state.value[term.source]!;
    }
    const rows = Int32Array.from({ length: rowCount }, (_, r) =>
      this.lp.row('row', rowLower[r]! + shift[r]!, rowUpper[r]! + shift[r]!),
    );
    for (const { target, source, coefficient } of links) {
      this.lp.entry(rows[target]!, state.column[source]!, -coefficient);
    }
    columns.forEach((column, k) => {
      for (let e = start[k]!; column >= 0 && e < start[k + 1]!; e++) this.lp.entry(rows[index[e]!]!, column, value[e]!);
    });
  }

  #outgoing({ model }: MultistageStage, columns: Int32Array, state: NodeState, realization: Float64Array): NodeState {
    const column = Int32Array.from(model.stateColumn, (k) => (k >= 0 ? columns[k]! : -1));
    const value = new Float64Array(model.stateColumn.length);
    for (const base of model.terms.constantBase ?? []) value[base.target]! += base.value;
    for (const { target, source, coefficient } of model.terms.constantByNoise) {
      value[target]! += coefficient * realization[source]!;
    }
    for (const { target, source, coefficient } of model.terms.constantByState) {
      if (state.column[source]! >= 0) column[target] = state.column[source]!;
      else value[target]! += coefficient * state.value[source]!;
    }
    return { column, value };
  }
}

function constantCost({ model }: MultistageStage, realization: Float64Array): number {
  const { constantPosition, constantCost: prices } = model.sources;
  return constantPosition.reduce((sum, position, k) => sum + prices[k]! * realization[position]!, 0);
}
