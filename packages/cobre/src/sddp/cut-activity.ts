/** How often and when each cut of a stage last decided a solution, counted by all workers. */
export interface CutActivityHandle {
  readonly capacity: number;
  readonly buffer: SharedArrayBuffer;
}

export class CutActivity {
  readonly capacity: number;
  readonly buffer: SharedArrayBuffer;
  readonly count: Int32Array;
  readonly lastIteration: Int32Array;

  constructor({ capacity, buffer }: CutActivityHandle) {
    this.capacity = capacity;
    this.buffer = buffer;
    this.count = new Int32Array(buffer, 0, capacity);
    this.lastIteration = new Int32Array(buffer, capacity * 4, capacity);
  }

  static create(capacity: number): CutActivity {
    return new CutActivity({ capacity, buffer: new SharedArrayBuffer(capacity * 8) });
  }

  get handle(): CutActivityHandle {
    return { capacity: this.capacity, buffer: this.buffer };
  }

  grown(capacity: number): CutActivity {
    const larger = CutActivity.create(Math.max(capacity, this.capacity));
    larger.count.set(this.count);
    larger.lastIteration.set(this.lastIteration);
    return larger;
  }

  note(slot: number, iteration: number): void {
    Atomics.add(this.count, slot, 1);
    Atomics.store(this.lastIteration, slot, iteration);
  }
}
