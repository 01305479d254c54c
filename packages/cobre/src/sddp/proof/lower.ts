/**
 * The proven lower bound. From the last place back, every state that training visited is solved again for all that may come
 * next; the duals become planes that hold whatever the solver did (`minorant.ts`), weighed as the risk measure allows. Planes
 * of one place stand only on planes made the same way. In the end the planes nobody stands on are left out.
 *
 * In a cycle planes stand on each other. That is sound where a turn is discounted: if every plane lies below the cost that
 * follows from all planes, what they are too high by at most is at most the discount times itself, so it is nothing.
 */
import { CutPool } from '../../lp/cuts/cut-pool.js';
import { moneyScale } from '../../stage/index.js';
import type { MultistageProblem } from '../multistage-problem.js';
import { outcomesAfter, start } from '../outcomes.js';
import type { Policy, PolicyStage } from '../policy.js';
import { riskMeasure } from '../risk/index.js';
import type { SolverFactory } from '../stage-runner.js';
import { farthest, stateSize } from './allowance.js';
import type { Plane } from './minorant.js';
import { PlaceProver } from './place-prover.js';
import type { Box, Reach } from './reach.js';
import { SafeSum } from './safe-sum.js';

/** A plane below the cost of all that follows a place, with everything it was made of. */
export interface ProvenCut extends Plane {
  /** Where it was made. */
  readonly state: Float64Array;
  /** One per outcome, within what the risk measure allows. */
  readonly weights: Float64Array;
  /** A plane below the cost of each outcome: every opening of every place that may come next. */
  readonly openings: readonly Plane[];
  /** Cuts that the planes stand on. */
  readonly standsOn: readonly Footing[];
}

interface Footing {
  readonly place: number;
  readonly slot: number;
}

export interface ProvenLower {
  /** In scaled money. */
  readonly value: number;
  readonly root: ProvenCut;
  /** `cuts[p]` bound the cost after place p: those the value stands on. */
  readonly cuts: readonly (readonly ProvenCut[])[];
  /** Also those that nothing stands on; a policy needs them to choose well. */
  readonly all: readonly (readonly ProvenCut[])[];
}

export interface ProofWork {
  readonly makeSolver: SolverFactory;
  /** See `allowance.ts`. */
  readonly closeness: number;
  /** Called between states; throws when the proof is to be given up. */
  readonly step: (done: number, of: number) => Promise<void>;
}

/** Slopes that a pool would drop are dropped here, where it can be paid for. */
const negligible = 1e-9;

/** Walks that are added where the planes do not reach the bound of the training yet. */
const mostWalks = 200;

/** How near bounds should come, relative to their size, beside what limits may be missed by. */
export const nearEnough = ({ closeness }: Pick<ProofWork, 'closeness'>) => 1e-9 + 100 * closeness;

/** In a cycle: turns over the latest states, until the bound of the training is near. */
export const mostTurns = 40;
const statesOfTurn = 40;

/** Of what the training visited. Whoever asks for it disposes of it, and may have it cover more. */
export async function proveLower(
  problem: MultistageProblem,
  { stages, lowerBound }: Pick<Policy, 'stages' | 'lowerBound'>,
  reach: Reach,
  boundary: CutPool | undefined,
  work: ProofWork,
): Promise<LowerProof> {
  const cyclic = isCyclic(problem);
  const visited = problem.stages.map(({ successors }, place) => {
    const states = successors.length === 0 ? [] : visitedStates(stages[place]!);
    return cyclic ? chosen(states, statesOfTurn) : states;
  });
  const proof = new LowerProof(problem, visited, reach, boundary, work);
  const wanted = lowerBound / moneyScale;
  const far = () => proof.bound < wanted - nearEnough(work) * Math.abs(wanted);
  try {
    for (let turn = 0; turn < (cyclic ? mostTurns : 1) && (turn === 0 || far()); turn++) {
      await proof.coverVisited(visited, work, turn);
    }
    for (let walk = 0; walk < mostWalks && far(); walk++) {
      proof.addWalk(walk);
      await work.step(walk, mostWalks);
    }
    return proof;
  } catch (cause) {
    proof.dispose();
    throw cause;
  }
}

export function isCyclic({ stages }: MultistageProblem): boolean {
  return stages.some(({ successors }, place) => successors.some((next) => next <= place));
}

/** What money of the next turn of a cycle is worth in this one, at most. Stages that only lead into it are no part of a turn. */
export function discountOfTurn({ stages }: MultistageProblem): number {
  const turns = stages.flatMap(({ successors }, place) =>
    [...successors].filter((next) => next <= place).map((next) => stages.slice(next, place + 1)),
  );
  return Math.max(...turns.map((turn) => turn.reduce((product, { model }) => product * model.discount, 1)));
}

export class LowerProof {
  /** Planes below the cost after each place. */
  readonly cuts: ProvenCut[][];
  root: ProvenCut;
  readonly #problem: MultistageProblem;
  readonly #reach: Reach;
  readonly #closeness: number;
  readonly #provers: readonly PlaceProver[];

  constructor(
    problem: MultistageProblem,
    visited: readonly (readonly Float64Array[])[],
    reach: Reach,
    boundary: CutPool | undefined,
    work: Pick<ProofWork, 'makeSolver' | 'closeness'>,
  ) {
    const turns = isCyclic(problem) ? mostTurns : 1;
    this.#problem = problem;
    this.#reach = reach;
    this.#closeness = work.closeness;
    this.cuts = problem.stages.map(() => []);
    this.#provers = problem.stages.map((stage, place) => {
      const capacity = visited[place]!.length * turns + mostWalks;
      const pool = stage.successors.length > 0 ? CutPool.create(problem.space.stateCount, capacity) : boundary;
      return new PlaceProver(stage, pool, reach.entering[place]!, work);
    });
    this.root = this.#cutAfter(start, problem.initialState);
  }

  get bound(): number {
    const value = new SafeSum();
    value.add(this.root.intercept);
    this.root.slope.forEach((towards, s) => {
      value.add(towards * this.#problem.initialState[s]!);
    });
    return value.least;
  }

  async coverVisited(visited: readonly (readonly Float64Array[])[], { step }: ProofWork, turn: number): Promise<void> {
    const total = visited.reduce((sum, states) => sum + states.length, 0);
    let done = 0;
    for (let place = visited.length - 1; place >= 0; place--) {
      for (const state of visited[place]!) {
        this.#add(place, state);
        await step(turn * total + ++done, (turn + 1) * total);
      }
      this.#provers[place]!.sync();
    }
    this.root = this.#cutAfter(start, this.#problem.initialState);
  }

  /**
   * A state where the cost has a kink has several planes, of which solving it once gives one; training collected others on
   * the way. Following the planes so far leads to where they are too low. Walks take every combination of openings and
   * ways on in turn.
   */
  addWalk(walk: number): void {
    const { stages, initialState } = this.#problem;
    const steps: { readonly place: number; readonly state: Float64Array }[] = [];
    let [place, state, rest] = [0, initialState, walk];
    const turn = (count: number) => {
      const taken = rest % count;
      rest = Math.floor(rest / count);
      return taken;
    };
    for (let step = 0; step < 2 * stages.length; step++) {
      const { successors, noise } = stages[place]!;
      if (successors.length === 0) break;
      state = this.#provers[place]!.leave(state, turn(noise.uncertainty.openingCount));
      steps.push({ place, state });
      place = successors[turn(successors.length)]!;
    }
    for (const { place: left, state: reached } of steps.reverse()) {
      if (this.cuts[left]!.length >= this.#capacity(left)) continue;
      this.#add(left, reached);
      this.#provers[left]!.sync();
    }
    this.root = this.#cutAfter(start, initialState);
  }

  /** What has been proven so far. */
  result(): ProvenLower {
    return { value: this.bound, root: this.root, cuts: this.#needed(), all: this.cuts };
  }

  /** States that each place was left with, from the last place back, while there is room. */
  cover(left: readonly (readonly Float64Array[])[]): void {
    for (let place = left.length - 1; place >= 0; place--) {
      for (const state of left[place]!) {
        if (this.cuts[place]!.length < this.#capacity(place)) this.#add(place, state);
      }
      this.#provers[place]!.sync();
    }
    this.root = this.#cutAfter(start, this.#problem.initialState);
  }

  /** Without the cuts that nothing stands on. */
  #needed(): ProvenCut[][] {
    const kept = this.cuts.map(() => new Set<number>());
    const open = [this.root];
    for (let cut = open.pop(); cut !== undefined; cut = open.pop()) {
      for (const { place, slot } of cut.standsOn) {
        // Cuts behind the last stage were given, not made.
        const below = this.cuts[place]![slot];
        if (below === undefined || kept[place]!.has(slot)) continue;
        kept[place]!.add(slot);
        open.push(below);
      }
    }
    return kept.map((slots, place) => [...slots].sort((a, b) => a - b).map((slot) => this.cuts[place]![slot]!));
  }

  dispose(): void {
    for (const prover of this.#provers) prover.dispose();
  }

  #capacity(place: number): number {
    return this.#provers[place]!.capacity;
  }

  #add(place: number, state: Float64Array): void {
    const cut = this.#cutAfter(place, state);
    this.cuts[place]!.push(cut);
    this.#provers[place]!.add(cut);
  }

  #cutAfter(place: number, state: Float64Array): ProvenCut {
    const { places, probabilities, risk } = outcomesAfter(this.#problem, place)!;
    const found = places.flatMap(({ place: next }) =>
      this.#provers[next]!.planesAt(state).map((plane) => ({ ...plane, place: next })),
    );
    const weights = new Float64Array(found.length);
    riskMeasure(risk).weigh(
      Float64Array.from(found, ({ cost }) => cost),
      probabilities,
      weights,
    );
    const openings = found.map(({ intercept, slope }) => ({ intercept, slope }));
    const standsOn = found.flatMap(({ place: next, standsOn: slots }) => slots.map((slot) => ({ place: next, slot })));
    const box = place === start ? this.#reach.entering[0]! : this.#reach.leaving[place]!;
    return { state: state.slice(), weights, openings, standsOn, ...weighed(openings, weights, box, this.#closeness) };
  }
}

export function poolOf(stateCount: number, cuts: readonly Plane[]): CutPool {
  const pool = CutPool.create(stateCount, cuts.length);
  for (const { intercept, slope } of cuts) pool.add(intercept, slope);
  return pool;
}

/** Distinct states at which a place has cuts that count. */
export function visitedStates({ pool, log }: PolicyStage): Float64Array[] {
  const distinct = new Map<string, Float64Array>();
  for (let slot = 0; slot < pool.count; slot++) {
    const state = log.stateAt(slot);
    if (pool.active[slot] === 1) distinct.set(state.join(','), state.slice());
  }
  return [...distinct.values()];
}

/** Half of them the latest, which lie where the policy ends; half from all along, which lie where it has been on the way there. */
export function chosen(states: readonly Float64Array[], most: number): readonly Float64Array[] {
  if (states.length <= most) return states;
  const half = Math.floor(most / 2);
  const earlier = states.slice(0, states.length - half);
  const along = Array.from(
    { length: most - half },
    (_, k) => earlier[Math.floor((k * earlier.length) / (most - half))]!,
  );
  return [...along, ...states.slice(-half)];
}

/** The weighted plane; rounding, slopes that are dropped and states that are handed on a little off are paid for with the intercept. */
export function weighed(planes: readonly Plane[], weights: Float64Array, reach: Box, closeness: number): Plane {
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
    intercept.add(-(sum.error + dropped) * farthest(reach, s));
    intercept.add(-closeness * Math.abs(slope[s]!) * stateSize(reach, s));
  });
  return { intercept: intercept.least, slope };
}
