/** Binary records as data: where a value stands, what it is and in which unit. All are little-endian. */
export type BinaryField<Value> = {
  readonly at: number;
  readonly unit: string;
  read(record: BinaryRecord): Value;
};

export type BinaryLayout = Readonly<Record<string, BinaryField<unknown>>>;
export type ValuesOf<L extends BinaryLayout> = {
  readonly [K in keyof L]: L[K] extends BinaryField<infer Value> ? Value : never;
};

export const int = (at: number, unit = ''): BinaryField<number> => ({ at, unit, read: (r) => r.int(at) });
export const float = (at: number, unit = ''): BinaryField<number> => ({ at, unit, read: (r) => r.float(at) });
export const chars = (at: number, length: number): BinaryField<string> => ({
  at,
  unit: '',
  read: (r) => r.chars(at, length),
});
export const ints = (at: number, count: number, unit = ''): BinaryField<number[]> => ({
  at,
  unit,
  read: (r) => Array.from({ length: count }, (_, k) => r.int(at + 4 * k)),
});
export const floats = (at: number, count: number, unit = ''): BinaryField<number[]> => ({
  at,
  unit,
  read: (r) => Array.from({ length: count }, (_, k) => r.float(at + 4 * k)),
});

/** A variant in which some floats are doubles, and everything behind them stands further back. */
export interface Widened {
  readonly doublesFrom: number;
  readonly doublesTo: number;
  readonly shift: number;
}

export class BinaryRecord {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #widened: Widened | null;

  constructor(bytes: Uint8Array, widened: Widened | null) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#widened = widened;
  }

  read<L extends BinaryLayout>(layout: L): ValuesOf<L> {
    const values = Object.entries(layout).map(([name, field]) => [name, field.read(this)]);
    return Object.fromEntries(values);
  }

  int(at: number): number {
    return this.#view.getInt32(this.#moved(at), true);
  }

  float(at: number): number {
    const wide = this.#widened;
    if (wide && at >= wide.doublesFrom && at < wide.doublesTo) {
      return this.#view.getFloat64(wide.doublesFrom + (at - wide.doublesFrom) * 2, true);
    }
    return shortest(this.#view.getFloat32(this.#moved(at), true));
  }

  chars(at: number, length: number): string {
    const start = this.#moved(at);
    const text = Buffer.from(this.#bytes.subarray(start, start + length)).toString('latin1');
    return text.replaceAll('\0', ' ').trim();
  }

  #moved(at: number): number {
    const wide = this.#widened;
    return wide && at >= wide.doublesTo ? at + wide.shift : at;
  }
}

/** The shortest decimal that is the same float: 29403.91 and not 29403.91015625, so that limits agree with start values. */
function shortest(value: number): number {
  if (!Number.isFinite(value)) return value;
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return Number(value.toPrecision(9));
}
