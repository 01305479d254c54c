/**
 * The proven upper bound by inner approximation: between states of known cost the true cost lies below the line, because it
 * is convex. To the visited states come corners that enclose every state that can occur, so nothing is assumed about slopes.
 *
 * In a cycle the costs begin with what nobody can exceed and go down turn by turn. They may be stopped after any turn: costs
 * that suffice for what follows from themselves are never below the true ones, as long as a turn is discounted.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { InnerStage, type Vertices } from '../inner-stage.js';
import type { MultistageProblem } from '../multistage-problem.js';
import { type Outcomes, outcomesAfter, start } from '../outcomes.js';
import { loosened, rowSizes, stateSize } from './allowance.js';
import { corners } from './enclosing.js';
import { chosen, discountOfTurn, isCyclic, mostTurns, type ProofWork } from './lower.js';
import type { Reach } from './reach.js';
import { rowEntries } from './repair.js';
import { decisionsOf, leftState, mostOfCuts, type Situation, sufficientCost } from './sufficient.js';
import { mostRisk } from './upper-tree.js';

export interface ProvenInner {
  /** In scaled money; infinite when no way was found to enclose all states. */
  readonly value: number;
  /** See `allowance.ts`. */
  readonly missed: number;
  /** Some states were left out because decisions there miss limits by more than may be. */
  readonly tooLoosely: boolean;
  /** `vertices[p]`: states that leave place p and what all that follows costs from there at most. */
  readonly vertices: readonly Vertices[];
}

/** Visited states of a place that are used. */
export const mostVisited = 300;
export const mostVisitedInCycle = 40;
/** A turn that lowers the bound by less than this ends them. */
const littleGain = 1e-8;

interface Known {
  readonly state: Float64Array;
  readonly value: number;
  readonly uses: readonly Use[];
}

interface Use {
  readonly place: number;
  readonly vertex: number;
}

export async function proveInner(
  problem: MultistageProblem,
  visited: readonly (readonly Float64Array[])[],
  reach: Reach,
  boundary: CutPool | undefined,
  given: ProofWork,
): Promise<ProvenInner> {
  const cyclic = isCyclic(problem);
  const { hydroCount } = problem.space;
  const most = cyclic ? mostVisitedInCycle : mostVisited;
  const candidates = problem.stages.map(({ successors }, place) =>
    successors.length === 0 ? [] : [...chosen(visited[place]!, most), ...corners(reach.leaving[place]!, hydroCount)],
  );
  const kept = { missed: 0, tooLoosely: false };
  const work = { ...given, reach, kept };
  const limits = cyclic ? await ceilings(problem, reach, work) : undefined;
  if (limits?.flat().some(({ value }) => !Number.isFinite(value))) return { ...kept, value: Infinity, vertices: [] };
  const inner = new InnerProof(problem, boundary, work, limits);
  let root = await inner.turn(candidates, 0);
  for (let turn = 1; cyclic && turn < mostTurns; turn++) {
    const before = root.value;
    root = await inner.turn(candidates, turn);
    if (before - root.value <= littleGain * Math.abs(root.value)) break;
  }
  return { ...kept, value: root.value, vertices: inner.needed(root) };
}

class InnerProof {
  readonly #problem: MultistageProblem;
  readonly #boundary: CutPool | undefined;
  readonly #work: ProofWork & CostWork;
  /** By place: states it may be left with. */
  readonly #known: (readonly Known[])[];

  constructor(
    problem: MultistageProblem,
    boundary: CutPool | undefined,
    work: ProofWork & CostWork,
    known: readonly (readonly Known[])[] | undefined,
  ) {
    this.#problem = problem;
    this.#boundary = boundary;
    this.#work = work;
    this.#known = problem.stages.map((_, place) => known?.[place] ?? []);
  }

  /** Costs of all candidates from the last place back, then the cost at the start. */
  async turn(candidates: readonly (readonly Float64Array[])[], turn: number): Promise<Known> {
    const total = 1 + candidates.reduce((sum, states) => sum + states.length, 0);
    let done = turn * total;
    for (let place = candidates.length - 1; place >= 0; place--) {
      const before = new Map(this.#known[place]!.map((one) => [one.state, one]));
      const found: Known[] = [];
      await this.#after(place, async (costAt) => {
        for (const state of candidates[place]!) {
          const one = lesser(costAt?.(state), before.get(state));
          if (one !== undefined && one.value < Infinity) found.push(one);
          await this.#work.step(++done, (turn + 1) * total);
        }
      });
      this.#known[place] = found;
    }
    return this.#after(start, (costAt) => costAt!(this.#problem.initialState));
  }

  /** Only vertices that some interpolation uses, so that less has to be kept and checked. */
  needed(root: Known): Vertices[] {
    // In a cycle costs were worked out with those of the turn before, so all are kept.
    if (isCyclic(this.#problem)) return this.#known.map(verticesOf);
    const kept = this.#known.map(() => new Set<number>());
    const open = [root];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      for (const { place, vertex } of one.uses) {
        if (kept[place]!.has(vertex)) continue;
        kept[place]!.add(vertex);
        open.push(this.#known[place]![vertex]!);
      }
    }
    return kept.map((used, place) =>
      verticesOf([...used].sort((a, b) => a - b).map((vertex) => this.#known[place]![vertex]!)),
    );
  }

  #after<Found>(place: number, use: UseOfCosts<Found>): Promise<Found> {
    return withCostAfter(this.#problem, place, this.#known.map(verticesOf), this.#boundary, this.#work, use);
  }
}

/** What sufficed in a turn before suffices still, because all it stands on has only gone down; rounding may say otherwise. */
function lesser(one: Known | undefined, before: Known | undefined): Known | undefined {
  return before !== undefined && !(one !== undefined && one.value < before.value) ? before : one;
}

function verticesOf(known: readonly Known[]): Vertices {
  return { states: known.map(({ state }) => state), values: known.map(({ value }) => value) };
}

/** Is lent what everything after a place costs from a state at most; null after the last. */
type UseOfCosts<Found> = (costAt: ((state: Float64Array) => Known) | null) => Promise<Found> | Found;

interface CostWork extends Pick<ProofWork, 'makeSolver' | 'closeness'> {
  readonly reach: Reach;
  /** How far rows were missed on the way. Whoever checks takes the word of his own solver, within what two may differ by. */
  readonly kept: Kept | 'trusting';
}

interface Kept {
  /** The most of what was still taken. */
  missed: number;
  /** Whether some decisions missed rows by too much. */
  tooLoosely: boolean;
}

/** With the vertices of each place, or without any future. The solvers are disposed of whatever comes of the use. */
export async function withCostAfter<Found>(
  problem: MultistageProblem,
  place: number,
  vertices: readonly Vertices[] | null,
  boundary: CutPool | undefined,
  work: CostWork,
  use: UseOfCosts<Found>,
): Promise<Found> {
  const outcomes = outcomesAfter(problem, place);
  if (outcomes === null) return use(null);
  const stages: InnerStage[] = [];
  try {
    for (const { place: next } of outcomes.places)
      stages.push(innerStage(problem, next, vertices?.[next] ?? null, boundary, work));
    return await use((state) => costFrom(state, outcomes, stages));
  } finally {
    for (const stage of stages) stage.dispose();
  }
}

function costFrom(state: Float64Array, outcomes: Outcomes, stages: readonly InnerStage[]): Known {
  const uses: Use[] = [];
  const costs = outcomes.places.flatMap(({ place }, k) => {
    const used = new Set<number>();
    const own = [...stages[k]!.costs(state, used)];
    uses.push(...[...used].map((vertex) => ({ place, vertex })));
    return own;
  });
  const value = costs.includes(Infinity) ? Infinity : mostRisk(outcomes, Float64Array.from(costs));
  return { state, value, uses };
}

function innerStage(
  { stages }: MultistageProblem,
  place: number,
  vertices: Vertices | null,
  boundary: CutPool | undefined,
  { makeSolver, reach, closeness, kept }: CostWork,
): InnerStage {
  const stage = stages[place]!;
  const goesOn = stage.successors.length > 0;
  const cuts = goesOn ? undefined : boundary;
  const known = goesOn && vertices ? ({ kind: 'vertices', vertices, limits: null } as const) : null;
  const future = known ?? (cuts ? ({ kind: 'boundary', cuts } as const) : ({ kind: 'none' } as const));
  const handed = Array.from(stage.model.stateColumn, (_, s) => stateSize(reach.leaving[place]!, s));
  const ownSizes = rowSizes(stage, reach.entering[place]!);
  if (kept === 'trusting') {
    const model = { ...stage.model, lp: loosened(stage.model.lp, ownSizes, closeness) };
    const off = Float64Array.from(handed, (size) => closeness * size);
    return new InnerStage({ ...stage, model }, known ? { ...known, off } : future, makeSolver);
  }
  const { sources, stateColumn, thetaColumn, futureColumns, lp: own } = stage.model;
  const sizes = Float64Array.from([...ownSizes, ...(known ? [...handed, 1] : [])]);
  const without = new Set(futureColumns);
  let entries: ReturnType<typeof rowEntries> | undefined;
  return new InnerStage(stage, future, makeSolver, ({ lp, terms, solver, state, realization }) => {
    entries ??= rowEntries(lp);
    const situation = { lp, terms, sources, sizes, entries, state, realization, without };
    const x = decisionsOf(situation, solver);
    const { cost, missed: byRows } = sufficientCost(situation, x, solver);
    const missed = known ? 2.1 * byRows : byRows;
    // A state from which rows are missed by more has no cost that is known.
    if (missed > closeness) {
      kept.tooLoosely = true;
      return Infinity;
    }
    kept.missed = Math.max(kept.missed, missed);
    if (known) cost.add(missed * weightedCosts(situation, x, own.columnCount));
    if (cuts) {
      const theta = thetaColumn[0]!;
      cost.add(lp.cost[theta]! * mostOfCuts(cuts, lp.lower[theta]!, leftState(situation, stateColumn, x)));
    }
    return cost.most;
  });
}

/**
 * Weights that are not one together by a share m are divided by what they are together. That moves the interpolated state by
 * another m of it and the interpolated cost by m of the costs it is made of, so twice m covers both.
 */
function weightedCosts({ lp }: Situation, x: Float64Array, firstWeight: number): number {
  let sum = 0;
  for (let c = firstWeight; c < lp.columnCount; c++) sum += Math.abs(lp.cost[c]! * x[c]!);
  return sum;
}

/** In a cycle: what nobody can exceed, at corners around every state that can occur. */
async function ceilings(problem: MultistageProblem, reach: Reach, work: ProofWork & CostWork): Promise<Known[][]> {
  const around = problem.stages.map((_, place) => corners(reach.leaving[place]!, problem.space.hydroCount));
  let dearest = 0;
  for (const [place, states] of around.entries()) {
    // Alone, what comes next costs the most at a corner, because its cost is convex.
    await withCostAfter(problem, place, null, undefined, work, async (costAt) => {
      for (const state of states) {
        dearest = Math.max(dearest, costAt!(state).value);
        await work.step(0, 1);
      }
    });
  }
  const largest = problem.stages.reduce((most, { model }) => Math.max(most, model.discount), 1);
  const turn = dearest * problem.stages.length * largest ** problem.stages.length;
  const value = (turn / (1 - discountOfTurn(problem))) * (1 + 1e-9);
  return around.map((states) => states.map((state) => ({ state, value, uses: [] })));
}
