/**
 * Every path of the tree of openings, as the trials of a forward pass. Paths are counted with the first stage as the most
 * significant digit, so that those which share their first steps are neighbours: whatever belongs to a node is worked out by
 * the first of its paths, once.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { moneyScale } from '../stage/index.js';
import type { ForwardSampler, StochasticModel } from '../stochastic/model.js';
import type { MultistageProblem } from './multistage-problem.js';
import type { PassMemory } from './pass-memory.js';
import { riskMeasure } from './risk/index.js';

/** More are not walked: their states and noise are all in memory. */
export const mostPaths = 50_000;

export class TreePaths {
  readonly count: number;
  readonly #openings: readonly number[];
  /** Paths that share everything before a stage; one at the end. */
  readonly #below: readonly number[];

  constructor(openings: readonly number[]) {
    const below = [1];
    for (const count of [...openings].reverse()) below.unshift(below[0]! * count);
    this.#openings = openings;
    this.#below = below;
    this.count = below[0]!;
  }

  opening(path: number, stage: number): number {
    return Math.floor(path / this.#below[stage + 1]!) % this.#openings[stage]!;
  }

  /** Whether no earlier path comes to the same state before a step. */
  isFirst(path: number, step: number): boolean {
    return path % this.#below[step]! === 0;
  }

  /** The first step at which a path does something that no earlier one did. */
  parts(path: number): number {
    return this.#openings.findIndex((_, stage) => path % this.#below[stage + 1]! === 0);
  }

  /** Paths that go through the same node of a stage. */
  width(stage: number): number {
    return this.#below[stage + 1]!;
  }

  /** Of every path. */
  probabilities({ stages }: Pick<StochasticModel, 'stages'>): Float64Array {
    return Float64Array.from({ length: this.count }, (_, path) =>
      this.#openings.reduce(
        (product, __, stage) => product * stages[stage]!.probabilities[this.opening(path, stage)]!,
        1,
      ),
    );
  }
}

/** The paths of a study that enumerates them; what cannot be enumerated is refused before anything is solved. */
export function treePaths({ stages }: Pick<StochasticModel, 'stages'>, cyclic: boolean): TreePaths {
  if (cyclic) {
    throw new Fault('IncompatibleSettings', 'A cyclic horizon has no last stage, so its paths cannot be enumerated.', {
      context: { settings: ['training.selection', 'policy_graph.type'] },
      suggestion: "Use selection.method 'sampled'.",
    });
  }
  const tree = new TreePaths(stages.map(({ openingCount }) => openingCount));
  if (tree.count <= mostPaths) return tree;
  throw new Fault(
    'IncompatibleSettings',
    `The tree has ${tree.count} paths, and at most ${mostPaths} are enumerated.`,
    {
      context: { settings: ['training.selection'], paths: tree.count, most: mostPaths },
      suggestion: "Use selection.method 'sampled', or fewer openings.",
    },
  );
}

/** The noise of a path is that of its openings, whatever the iteration. */
export function treeSampler(tree: TreePaths, { stages, noise, initialLags }: StochasticModel): ForwardSampler {
  return {
    sample(_iteration, path, stage, out) {
      const opening = tree.opening(path, stage);
      const { openings } = stages[stage]!;
      for (let k = 0; k < noise.dimension; k++) out[k] = openings[opening * noise.dimension + k]!;
      return opening;
    },
    startLags: (_iteration, _path, out) => out.set(initialLags),
  };
}

/**
 * What the policy costs over the whole tree, in $: from the last stage back, the cost of a node and the risk-adjusted cost of
 * the nodes after it. With the expectation at every stage it is the mean over the paths.
 */
export function exactUpperBound({ stages }: MultistageProblem, tree: TreePaths, pass: PassMemory): number {
  const { steps } = pass.shape;
  let below = new Float64Array(tree.count);
  for (let stage = stages.length - 1; stage >= 0; stage--) {
    const { noise, risk, model } = stages[stage]!;
    const { probabilities } = noise.uncertainty;
    const width = tree.width(stage);
    const costs = new Float64Array(probabilities.length);
    const weights = new Float64Array(probabilities.length);
    const measure = riskMeasure(risk);
    const parents = tree.count / width / costs.length;
    const values = new Float64Array(parents);
    for (let parent = 0; parent < parents; parent++) {
      for (let k = 0; k < costs.length; k++) {
        const node = parent * costs.length + k;
        costs[k] = pass.cost[node * width * steps + stage]! + (model.next < 0 ? 0 : model.discount * below[node]!);
      }
      measure.weigh(costs, probabilities, weights);
      values[parent] = weights.reduce((sum, weight, k) => sum + weight * costs[k]!, 0);
    }
    below = values;
  }
  return below[0]! * moneyScale;
}
