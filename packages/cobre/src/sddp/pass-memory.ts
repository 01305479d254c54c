/**
 * What the forward pass leaves for the backward pass, in memory that all workers see: for every trial the states it went
 * through, the noise it met and what each step cost. A finite horizon has one step per stage; in a cyclic horizon a trial
 * takes several turns, as many as `length` says.
 */
export interface PassShape {
  readonly trials: number;
  /** Most steps a trial can take. */
  readonly steps: number;
  readonly stateCount: number;
  readonly noiseDimension: number;
}

export interface PassHandle {
  readonly shape: PassShape;
  readonly buffer: SharedArrayBuffer;
}

export class PassMemory {
  readonly shape: PassShape;
  readonly buffer: SharedArrayBuffer;
  /** Immediate cost of each step in scaled money, trial-major. */
  readonly cost: Float64Array;
  /** Noise of each step, trial-major. */
  readonly noise: Float64Array;
  /** Steps that each trial takes. */
  readonly length: Int32Array;
  /** Where a trial is at each step: a stage, or a node of the policy graph; trial-major. */
  readonly place: Int32Array;
  readonly #states: readonly Float64Array[];

  constructor({ shape, buffer }: PassHandle) {
    const { trials, steps, stateCount, noiseDimension } = shape;
    this.shape = shape;
    this.buffer = buffer;
    let at = 0;
    const take = (count: number) => {
      const view = new Float64Array(buffer, at, count);
      at += count * 8;
      return view;
    };
    this.#states = Array.from({ length: trials * (steps + 1) }, () => take(stateCount));
    this.cost = take(trials * steps);
    this.noise = take(trials * steps * noiseDimension);
    this.length = new Int32Array(buffer, at, trials);
    this.place = new Int32Array(buffer, at + trials * 4, trials * steps);
  }

  static create(shape: PassShape): PassMemory {
    const { trials, steps, stateCount, noiseDimension } = shape;
    const numbers = trials * ((steps + 1) * stateCount + steps * (1 + noiseDimension));
    return new PassMemory({ shape, buffer: new SharedArrayBuffer(numbers * 8 + trials * (1 + steps) * 4) });
  }

  get handle(): PassHandle {
    return { shape: this.shape, buffer: this.buffer };
  }

  /** The state a trial has before a step; after the last step it is the one it ends with. */
  state(trial: number, step: number): Float64Array {
    return this.#states[trial * (this.shape.steps + 1) + step]!;
  }

  placeOf(trial: number, step: number): number {
    return this.place[trial * this.shape.steps + step]!;
  }

  noiseOffset(trial: number, step: number): number {
    return (trial * this.shape.steps + step) * this.shape.noiseDimension;
  }
}
