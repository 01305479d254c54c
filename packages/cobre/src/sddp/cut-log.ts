/** Where the cuts of a stage came from: one entry per slot of its pool. */
export class CutLog {
  readonly stateCount: number;
  iteration: Int32Array;
  pass: Int32Array;
  /** State at which each cut was made, slot-major. */
  states: Float64Array;

  constructor(stateCount: number, capacity: number) {
    this.stateCount = stateCount;
    this.iteration = new Int32Array(capacity);
    this.pass = new Int32Array(capacity);
    this.states = new Float64Array(capacity * stateCount);
  }

  note(slot: number, iteration: number, pass: number, state: Float64Array): void {
    this.iteration[slot] = iteration;
    this.pass[slot] = pass;
    this.states.set(state, slot * this.stateCount);
  }

  grow(capacity: number): void {
    if (capacity <= this.iteration.length) return;
    const { iteration, pass, states } = this;
    this.iteration = new Int32Array(capacity);
    this.pass = new Int32Array(capacity);
    this.states = new Float64Array(capacity * this.stateCount);
    this.iteration.set(iteration);
    this.pass.set(pass);
    this.states.set(states);
  }

  /** For a state of this size; where a policy does not tell it, it is not known where its cuts were made. */
  over(stateCount: number): CutLog {
    if (stateCount === this.stateCount) return this;
    const log = new CutLog(stateCount, this.iteration.length);
    log.iteration.set(this.iteration);
    log.pass.set(this.pass);
    return log;
  }

  stateAt(slot: number): Float64Array {
    return this.states.subarray(slot * this.stateCount, (slot + 1) * this.stateCount);
  }
}
