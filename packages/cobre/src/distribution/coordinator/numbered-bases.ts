import type { DoubleBuffer } from '../../sddp/index.js';
import type { NumberedBasis } from './memory-source.js';
import { unfit } from './unfit.js';

/** The bases of the present iteration, each with a number that changes when it does. */
export class NumberedBases {
  readonly #numbers: number[];
  readonly #changed = new Set<number>();
  #snapshots: DoubleBuffer | undefined;
  #front = 0;
  #last = 0;

  constructor(places: number) {
    this.#numbers = Array.from({ length: places }, () => 0);
  }

  attach(snapshots: DoubleBuffer): void {
    const isFirst = this.#snapshots === undefined;
    this.#snapshots = snapshots;
    if (isFirst) for (const place of this.#numbers.keys()) this.#changed.add(place);
  }

  /** Tasks read another half from now on, with what was published since. */
  readFrom(front: number): void {
    this.#front = front;
    this.#last++;
    for (const place of this.#changed) this.#numbers[place] = this.#snapshots?.read(place, front) ? this.#last : 0;
    this.#changed.clear();
  }

  published(place: number): void {
    this.#changed.add(place);
  }

  /** Into the half that the next iteration reads. */
  publish(place: number, values: Float64Array): void {
    const into = this.#snapshots?.writable(place, 1 - this.#front);
    if (into === undefined || values.length > into.length) throw unfit();
    into.fill(0);
    into.set(values);
  }

  readonly of = (place: number): NumberedBasis => {
    const number = this.#numbers[place]!;
    return { number, values: number === 0 ? undefined : this.#snapshots?.read(place, this.#front) };
  };
}
