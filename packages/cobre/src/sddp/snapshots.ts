/**
 * The basis every chain of solves starts from, per stage. All workers start from the same one, which is what makes results
 * independent of who solved what before. Two sides: chains read one side while the first trial writes the other, and the
 * sides change roles between iterations.
 */
export interface SnapshotHandle {
  readonly sizes: readonly number[];
  readonly buffer: SharedArrayBuffer;
}

export class Snapshots {
  readonly sizes: readonly number[];
  readonly buffer: SharedArrayBuffer;
  readonly #filled: Int32Array;
  readonly #values: readonly (readonly [Float64Array, Float64Array])[];

  constructor({ sizes, buffer }: SnapshotHandle) {
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

  static create(sizes: readonly number[]): Snapshots {
    const numbers = sizes.reduce((sum, size) => sum + 2 * size, 0);
    return new Snapshots({ sizes, buffer: new SharedArrayBuffer(sizes.length * 8 + numbers * 8) });
  }

  /** With bases of an earlier training, which may have had more room, on the side that is read first. */
  static startingWith(bases: readonly Float64Array[], sizes: readonly number[]): Snapshots {
    const snapshots = Snapshots.create(sizes.map((size, stage) => Math.max(size, bases[stage]?.length ?? 0)));
    bases.forEach((basis, stage) => {
      if (basis.length > 0) snapshots.writable(stage, 0).set(basis);
    });
    return snapshots;
  }

  /** The same bases with room for larger ones. */
  grown(sizes: readonly number[]): Snapshots {
    const larger = Snapshots.create(sizes.map((size, stage) => Math.max(size, this.sizes[stage] ?? 0)));
    this.sizes.forEach((_, stage) => {
      for (const side of [0, 1]) {
        const basis = this.read(stage, side);
        if (basis) larger.writable(stage, side).set(basis);
      }
    });
    return larger;
  }

  get handle(): SnapshotHandle {
    return { sizes: this.sizes, buffer: this.buffer };
  }

  read(stage: number, side: number): Float64Array | undefined {
    return this.#filled[stage * 2 + side] === 1 ? this.#values[stage]![side]! : undefined;
  }

  writable(stage: number, side: number): Float64Array {
    this.#filled[stage * 2 + side] = 1;
    return this.#values[stage]![side]!;
  }

  /** After an iteration that read `side`: the other one is complete and read next, and this one is free to be written. */
  turn(side: number): void {
    this.#carryOver(side, 1 - side);
    for (let stage = 0; stage < this.sizes.length; stage++) this.#filled[stage * 2 + side] = 0;
  }

  /** Makes a side equal to the other where nothing newer was written. */
  #carryOver(from: number, to: number): void {
    this.#values.forEach((sides, stage) => {
      if (this.#filled[stage * 2 + to] === 1 || this.#filled[stage * 2 + from] === 0) return;
      sides[to]!.set(sides[from]!);
      this.#filled[stage * 2 + to] = 1;
    });
  }
}
