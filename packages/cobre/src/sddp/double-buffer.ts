/**
 * A double buffer of the basis every chain of solves starts from, per stage. All workers start from the same one, which is
 * what makes results independent of who solved what before: chains read the front buffer while the first trial writes the
 * back buffer, and the two are swapped between iterations.
 */
export interface DoubleBufferHandle {
  readonly sizes: readonly number[];
  readonly buffer: SharedArrayBuffer;
}

export class DoubleBuffer {
  readonly sizes: readonly number[];
  readonly buffer: SharedArrayBuffer;
  readonly #filled: Int32Array;
  readonly #values: readonly (readonly [Float64Array, Float64Array])[];

  constructor({ sizes, buffer }: DoubleBufferHandle) {
    this.sizes = sizes;
    this.buffer = buffer;
    this.#filled = new Int32Array(buffer, 0, sizes.length * 2);
    let at = sizes.length * 8;
    const take = (size: number) => {
      const view = new Float64Array(buffer, at, size);
      at += size * 8;
      return view;
    };
    this.#values = sizes.map((size) => [take(size), take(size)] as const);
  }

  static create(sizes: readonly number[]): DoubleBuffer {
    const numbers = sizes.reduce((sum, size) => sum + 2 * size, 0);
    return new DoubleBuffer({ sizes, buffer: new SharedArrayBuffer(sizes.length * 8 + numbers * 8) });
  }

  /** With bases of an earlier training, which may have had more room, in the buffer that is read first. */
  static startingWith(bases: readonly Float64Array[], sizes: readonly number[]): DoubleBuffer {
    const snapshots = DoubleBuffer.create(sizes.map((size, stage) => Math.max(size, bases[stage]?.length ?? 0)));
    bases.forEach((basis, stage) => {
      if (basis.length > 0) snapshots.writable(stage, 0).set(basis);
    });
    return snapshots;
  }

  /** The same bases with room for larger ones. */
  grown(sizes: readonly number[]): DoubleBuffer {
    const larger = DoubleBuffer.create(sizes.map((size, stage) => Math.max(size, this.sizes[stage] ?? 0)));
    this.sizes.forEach((_, stage) => {
      for (const half of [0, 1]) {
        const basis = this.read(stage, half);
        if (basis) larger.writable(stage, half).set(basis);
      }
    });
    return larger;
  }

  get handle(): DoubleBufferHandle {
    return { sizes: this.sizes, buffer: this.buffer };
  }

  read(stage: number, half: number): Float64Array | undefined {
    return this.#filled[stage * 2 + half] === 1 ? this.#values[stage]![half]! : undefined;
  }

  writable(stage: number, half: number): Float64Array {
    this.#filled[stage * 2 + half] = 1;
    return this.#values[stage]![half]!;
  }

  /** After an iteration that read `front`: the other half is complete and read next, and this one is free to be written. */
  swap(front: number): void {
    this.#carryOver(front, 1 - front);
    for (let stage = 0; stage < this.sizes.length; stage++) this.#filled[stage * 2 + front] = 0;
  }

  /** Makes a half equal to the other where nothing newer was written. */
  #carryOver(from: number, to: number): void {
    this.#values.forEach((halves, stage) => {
      if (this.#filled[stage * 2 + to] === 1 || this.#filled[stage * 2 + from] === 0) return;
      halves[to]!.set(halves[from]!);
      this.#filled[stage * 2 + to] = 1;
    });
  }
}
