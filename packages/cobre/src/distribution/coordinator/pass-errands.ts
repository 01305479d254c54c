/** The tasks of a pass, with what becomes of their answers: states and costs, or cuts and bases, in the memory of the training. */
import { addStatistics, emptyStatistics, type SolverStatistics } from '../../lp/solver.js';
import type { BackwardStep, PassTasks } from '../../sddp/index.js';
import type { BackwardAnswer, ForwardAnswer } from '../wire/messages.js';
import type { Errand } from './errand.js';
import type { NumberedBases } from './numbered-bases.js';
import { fitting, unfit } from './unfit.js';

interface BackwardPlace {
  readonly trial: number;
  readonly step: number;
  readonly receiver: number;
  readonly slot: number;
  readonly iteration: number;
  readonly publishes: boolean;
}

export class PassErrands {
  /** What solvers elsewhere did. */
  readonly statistics: SolverStatistics = emptyStatistics();
  readonly #tasks: PassTasks;
  readonly #bases: NumberedBases;
  readonly #cutsOf: (receiver: number) => number;

  /** `cutsOf` is how many cuts a task gives a receiver. */
  constructor(tasks: PassTasks, bases: NumberedBases, cutsOf: (receiver: number) => number) {
    this.#tasks = tasks;
    this.#bases = bases;
    this.#cutsOf = cutsOf;
  }

  forward(iteration: number): Errand[] {
    const places = this.#tasks.runners.map((_, place) => place);
    const { trials } = this.#tasks.shared.pass.shape;
    return Array.from({ length: trials }, (_, trial) => this.#trial(trial, iteration, places));
  }

  backward({ step, receiver, slots }: BackwardStep, places: readonly number[], iteration: number): Errand[] {
    const publisher = slots.findIndex((slot) => slot >= 0);
    const errands: Errand[] = [];
    slots.forEach((slot, trial) => {
      if (slot < 0) return;
      const at = { trial, step, receiver, slot, iteration, publishes: trial === publisher };
      errands.push(this.#chain(at, places));
    });
    return errands;
  }

  #trial(trial: number, iteration: number, places: readonly number[]): Errand {
    const { pass } = this.#tasks.shared;
    const { steps, noiseDimension } = pass.shape;
    const length = pass.length[trial]!;
    const noise = pass.noise.slice(pass.noiseOffset(trial, 0), pass.noiseOffset(trial, 0) + length * noiseDimension);
    const walked = pass.place.slice(trial * steps, trial * steps + length);
    return {
      task: { type: 'forward', iteration, state: pass.state(trial, 0).slice(), noise, places: walked },
      places,
      here: () => {
        for (const place of places) this.#tasks.syncCuts(place);
        return this.#tasks.forward(trial, iteration);
      },
      take: (answer) => this.#takeTrial(trial, iteration, fitting<ForwardAnswer>(answer, 'forward')),
    };
  }

  #takeTrial(trial: number, iteration: number, { states, costs, bindings, statistics }: ForwardAnswer): void {
    const { pass } = this.#tasks.shared;
    const { steps, stateCount } = pass.shape;
    const length = pass.length[trial]!;
    if (states.length !== length * stateCount || costs.length !== length) throw unfit();
    for (let step = 0; step < length; step++) {
      pass.state(trial, step + 1).set(states.subarray(step * stateCount, (step + 1) * stateCount));
      pass.cost[trial * steps + step] = costs[step]!;
    }
    this.#note(bindings, iteration, statistics);
  }

  #chain(at: BackwardPlace, places: readonly number[]): Errand {
    const { trial, step, receiver, slot, iteration, publishes } = at;
    const state = this.#tasks.shared.pass.state(trial, step).slice();
    return {
      task: { type: 'backward', iteration, receiver, state, publishes },
      places,
      here: () => {
        this.#tasks.syncAfter(receiver);
        return this.#tasks.backward(trial, step, receiver, slot, iteration, publishes);
      },
      take: (answer) => this.#takeCuts(at, publishes ? places : [], fitting<BackwardAnswer>(answer, 'backward')),
    };
  }

  #takeCuts({ receiver, slot, iteration }: BackwardPlace, publishing: readonly number[], answer: BackwardAnswer): void {
    const { intercept, slope, bindings, statistics, bases } = answer;
    const pool = this.#tasks.written(receiver);
    const { stateCount } = pool;
    const fits = intercept.length === this.#cutsOf(receiver) && slope.length === intercept.length * stateCount;
    const published = new Set(bases.map(({ place }) => place));
    if (!fits || bases.length !== publishing.length || !publishing.every((place) => published.has(place)))
      throw unfit();
    for (const { place, values } of bases) this.#bases.publish(place, values);
    intercept.forEach((own, k) => {
      pool.write(slot + k, own, slope.subarray(k * stateCount, (k + 1) * stateCount), k);
    });
    this.#note(bindings, iteration, statistics);
  }

  #note(bindings: Int32Array, iteration: number, statistics: Readonly<Record<string, number>>): void {
    for (let k = 0; k + 1 < bindings.length; k += 2) {
      this.#tasks.shared.activity[bindings[k]!]?.note(bindings[k + 1]!, iteration);
    }
    addStatistics(this.statistics, { ...emptyStatistics(), ...statistics });
  }
}
