/**
 * The way of a trial through the stages. In a policy graph with nodes it goes from node to node by chance. A finite horizon is walked once. In a cyclic one most trials return to the start
 * of the cycle with the probability that the cycle's discount gives, and some walk until the discount has ended it: such
 * walks are rare by themselves, and without them states of later turns would be visited too seldom to be learnt. What a
 * turn costs is weighed by its discount over the chance of getting there, so that the mean cost stays unbiased.
 */
import { Pcg64 } from '../stochastic/random/pcg64.js';
import { baseSeed, forwardSeed } from '../stochastic/random/seeds.js';
import type { MultistageProblem, MultistageStage } from './multistage-problem.js';

const mostTurns = 64;
const negligibleWeight = 1e-6;
/** At most this share of the trials walks as long as possible. */
const mostLong = 0.25;

export interface Path {
  /** Turns of the cycle before a step. */
  readonly turnAt: Int32Array;
  readonly steps: number;
  /** What the cost of a turn counts in the mean over trials. */
  readonly turnWeight: Float64Array;
  /** Steps of a trial. */
  length(iteration: number, trial: number): number;
  /** Writes the place of each step of a trial. */
  walk(iteration: number, trial: number, places: Int32Array): void;
  /** How often a trial can come to a place. */
  visits(place: number): number;
}

/** Hash domain of the choice of successors, apart from that of openings. */
const successorStep = 0x40000000;

export function pathOf(problem: MultistageProblem, seed: number): Path {
  const count = problem.stages.length;
  const target = problem.stages[count - 1]!.model.next;
  if (target < 0) return finitePath(problem, seed);
  const cycle = count - target;
  const discount = problem.stages.slice(target).reduce((product, stage) => product * stage.model.discount, 1);
  const turns = Math.max(1, Math.min(mostTurns, Math.ceil(Math.log(negligibleWeight) / Math.log(discount))));
  const steps = count + (turns - 1) * cycle;
  const stageAt = Int32Array.from({ length: steps }, (_, p) => (p < count ? p : target + ((p - target) % cycle)));
  const turnAt = Int32Array.from({ length: steps }, (_, p) => (p < count ? 0 : Math.floor((p - target) / cycle)));
  const base = baseSeed(seed);
  // So many long walks that they take as much work as the others.
  const long = Math.min(mostLong, 1 / (1 - discount) / turns);
  return {
    turnAt,
    steps,
    walk: (_iteration, _trial, places) => places.set(stageAt),
    visits: (place) => stageAt.reduce((sum, stage) => (stage === place ? sum + 1 : sum), 0),
    turnWeight: Float64Array.from({ length: turns }, (_, turn) => {
      const share = discount ** turn;
      return share / (long + (1 - long) * share);
    }),
    length(iteration, trial) {
      const rng = new Pcg64(forwardSeed(base, iteration, trial, 0x7fffffff));
      let taken = 1;
      if (rng.uniform() < long) taken = turns;
      while (taken < turns && rng.uniform() < discount) taken++;
      return count + (taken - 1) * cycle;
    },
  };
}

/** Once through the stages, from the first place to one that nothing follows. */
function finitePath({ stages }: MultistageProblem, seed: number): Path {
  const steps = 1 + stages.at(-1)!.model.index;
  const base = baseSeed(seed);
  return {
    turnAt: new Int32Array(steps),
    steps,
    turnWeight: Float64Array.of(1),
    length: () => steps,
    visits: () => 1,
    walk(iteration, trial, places) {
      let place = 0;
      for (let step = 0; step < steps; step++) {
        places[step] = place;
        place = successorOf(stages[place]!, () => {
          return new Pcg64(forwardSeed(base, iteration, trial, successorStep + step)).uniform();
        });
      }
    },
  };
}

/** One of the places that may come next, by their probabilities; 0 when none does. */
export function successorOf(
  { successors, transition }: Pick<MultistageStage, 'successors' | 'transition'>,
  draw: () => number,
): number {
  if (successors.length < 2) return successors[0] ?? 0;
  let left = draw();
  for (let k = 0; k < successors.length - 1; k++) {
    left -= transition[k]!;
    if (left < 0) return successors[k]!;
  }
  return successors.at(-1)!;
}
