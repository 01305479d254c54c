/**
 * Every path of the tree of openings, as the trials of a forward pass. Where the policy graph has nodes, a path also says which
 * of them it goes through. Paths are in the order of a walk that turns back as late as it can, so that those which share
 * their first steps are neighbours: whatever belongs to a node of the tree is worked out by the first of its paths, once.
 */
import { Fault } from '@quadrivium/kernel/fault';
import type { Case } from '../case/model.js';
import { moneyScale, type Place, placesOf } from '../stage/index.js';
import type { ForwardSampler, StochasticModel } from '../stochastic/model.js';
import type { MultistageProblem } from './multistage-problem.js';
import { outcomesAfter, start } from './outcomes.js';
import type { PassMemory } from './pass-memory.js';
import { riskMeasure } from './risk/index.js';

/** More are not walked: their states and noise are all in memory. */
export const mostPaths = 50_000;

interface TreePlace extends Pick<Place, 'successors' | 'transition'> {
  readonly uncertainty: Pick<Place['uncertainty'], 'openingCount' | 'probabilities'>;
}

export class TreePaths {
  readonly count: number;
  readonly steps: number;
  /** Of every path. */
  readonly probabilities: Float64Array;
  /** Path-major. */
  readonly #places: Int32Array;
  readonly #openings: Int32Array;
  /** The first step at which a path does something that no earlier one did. */
  readonly #parts: Int32Array;

  constructor(places: readonly TreePlace[]) {
    this.count = pathCount(places);
    this.steps = depthOf(places);
    this.#places = new Int32Array(this.count * this.steps);
    this.#openings = new Int32Array(this.count * this.steps);
    this.#parts = new Int32Array(this.count);
    this.probabilities = new Float64Array(this.count);
    this.#walkAll(places);
  }

  opening(path: number, step: number): number {
    return this.#openings[path * this.steps + step]!;
  }

  place(path: number, step: number): number {
    return this.#places[path * this.steps + step]!;
  }

  /** Writes the place of each step of a path. */
  walk(path: number, places: Int32Array): void {
    places.set(this.#places.subarray(path * this.steps, (path + 1) * this.steps));
  }

  /** Whether no earlier path comes to the same state before a step. */
  isFirst(path: number, step: number): boolean {
    return path === 0 || this.#parts[path]! < step;
  }

  parts(path: number): number {
    return this.#parts[path]!;
  }

  #walkAll(places: readonly TreePlace[]): void {
    const [at, opening] = [new Int32Array(this.steps), new Int32Array(this.steps)];
    let path = 0;
    let parts = 0;
    const visit = (place: number, step: number, before: number): void => {
      const { uncertainty, successors, transition } = places[place]!;
      at[step] = place;
      for (let k = 0; k < uncertainty.openingCount; k++) {
        opening[step] = k;
        const probability = before * uncertainty.probabilities[k]!;
        parts = Math.min(parts, step);
        successors.forEach((next, s) => {
          parts = Math.min(parts, step + (s === 0 ? 0 : 1));
          visit(next, step + 1, probability * transition[s]!);
        });
        if (successors.length > 0) continue;
        this.#places.set(at, path * this.steps);
        this.#openings.set(opening, path * this.steps);
        this.#parts[path] = parts;
        this.probabilities[path++] = probability;
        parts = this.steps;
      }
    };
    visit(0, 0, 1);
  }
}

/** Infinite when there are more than a number can say. */
function pathCount(places: readonly TreePlace[]): number {
  const below = new Array<number>(places.length).fill(1);
  for (let place = places.length - 1; place >= 0; place--) {
    const { successors, uncertainty } = places[place]!;
    const after = successors.reduce((sum, next) => sum + below[next]!, 0);
    below[place] = uncertainty.openingCount * (successors.length === 0 ? 1 : after);
  }
  return below[0]!;
}

function depthOf(places: readonly TreePlace[]): number {
  let depth = 1;
  for (let next = places[0]!.successors[0]; next !== undefined; next = places[next]!.successors[0]) depth++;
  return depth;
}

/** The paths of a study that enumerates them; what cannot be enumerated is refused before anything is solved. */
export function treePaths(study: Case, stochastic: StochasticModel): TreePaths {
  if (study.horizon.policyGraph.type === 'cyclic') {
    throw new Fault('IncompatibleSettings', 'A cyclic horizon has no last stage, so its paths cannot be enumerated.', {
      context: { settings: ['training.selection', 'policy_graph.type'] },
      suggestion: "Use selection.method 'sampled'.",
    });
  }
  const places = placesOf(study, stochastic);
  const count = pathCount(places);
  if (count <= mostPaths) return new TreePaths(places);
  throw new Fault('IncompatibleSettings', `The tree has ${count} paths, and at most ${mostPaths} are enumerated.`, {
    context: { settings: ['training.selection'], paths: count, most: mostPaths },
    suggestion: "Use selection.method 'sampled', or fewer openings.",
  });
}

/** The noise of a path is that of its openings, whatever the iteration; a path has one place in every stage. */
export function treeSampler(tree: TreePaths, study: Case, stochastic: StochasticModel): ForwardSampler {
  const places = placesOf(study, stochastic);
  const { dimension } = stochastic.noise;
  return {
    sample(_iteration, path, stage, out) {
      const opening = tree.opening(path, stage);
      const { openings } = places[tree.place(path, stage)]!.uncertainty;
      for (let k = 0; k < dimension; k++) out[k] = openings[opening * dimension + k]!;
      return opening;
    },
    startLags: (_iteration, _path, out) => out.set(stochastic.initialLags),
  };
}

/**
 * What the policy costs over the whole tree, in $: from the last stage back, the cost of a node and the risk-adjusted cost of
 * the nodes after it. With the expectation at every stage it is the mean over the paths.
 */
export function exactUpperBound(problem: MultistageProblem, tree: TreePaths, pass: PassMemory): number {
  const after = problem.stages.map((_, place) => outcomesAfter(problem, place));
  const first = outcomesAfter(problem, start);
  let path = 0;
  /** Of all that follows a place, from the path that comes first; moves on to the path behind its last. */
  const value = (place: number, step: number): number => {
    const { places, probabilities, risk } = (place === start ? first : after[place])!;
    const costs = new Float64Array(probabilities.length);
    for (const { place: next, first: at, count } of places) {
      for (let k = 0; k < count; k++) {
        costs[at + k] = pass.cost[path * tree.steps + step]!;
        if (after[next] === null) path++;
        else costs[at + k]! += problem.stages[next]!.model.discount * value(next, step + 1);
      }
    }
    const weights = new Float64Array(costs.length);
    riskMeasure(risk).weigh(costs, probabilities, weights);
    return weights.reduce((sum, weight, k) => sum + weight * costs[k]!, 0);
  };
  return value(start, 0) * moneyScale;
}
