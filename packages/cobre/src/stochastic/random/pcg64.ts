import type { Word64 } from './seeds.js';

/**
 * The permuted congruential generator PCG-XSL-RR-128/64 of O'Neill, seeded the way the Rust crates rand_core and
 * rand_pcg do it, so that a seed gives the bits of the original. The 128-bit state is four 32-bit limbs.
 */
export class Pcg64 {
  /** Words of the last 64-bit draw, unsigned. */
  low = 0;
  high = 0;
  private readonly state = new Uint32Array(4);
  private readonly increment = new Uint32Array(4);

  constructor(seed: Word64) {
    this.reseed(seed);
  }

  reseed(seed: Word64): void {
    expand(seed);
    this.increment.set(expanded.subarray(4, 8));
    this.increment[0]! |= 1;
    this.state.set(expanded.subarray(0, 4));
    this.addIncrement();
    this.step();
  }

  /** Draws 64 bits into `low` and `high`. */
  next(): void {
    this.step();
    const s = this.state;
    const low = s[0]! ^ s[2]!;
    const high = s[1]! ^ s[3]!;
    this.rotateRight(low, high, s[3]! >>> 26);
  }

  /** The low half of a 64-bit draw. */
  nextUint32(): number {
    this.next();
    return this.low;
  }

  /** Uniform in [0, 1) with 53 random bits. */
  uniform(): number {
    this.next();
    return (this.high * 2 ** 21 + (this.low >>> 11)) * 2 ** -53;
  }

  /** Uniform in [0, 1) with 52 random bits, as range samplers draw it. */
  uniform52(): number {
    this.next();
    return (this.high * 2 ** 20 + (this.low >>> 12)) * 2 ** -52;
  }

  /** Uniform in (0, 1) with 52 random bits. */
  openUniform(): number {
    this.next();
    return (this.high * 2 ** 20 + (this.low >>> 12) + 0.5) * 2 ** -52;
  }

  /** Uniform integer in [0, n): the high word of draw · n, with a second draw where the low word may carry. */
  below(n: number): number {
    multiply(this.nextUint32(), n);
    const index = productHigh;
    if (productLow <= (2 ** 32 - n) >>> 0) return index;
    const low = productLow;
    multiply(this.nextUint32(), n);
    return low + productHigh > 0xffffffff ? index + 1 : index;
  }

  private rotateRight(low: number, high: number, bits: number): void {
    const swap = bits >= 32;
    const a = swap ? high : low;
    const b = swap ? low : high;
    const r = bits & 31;
    this.low = (r === 0 ? a : (a >>> r) | (b << (32 - r))) >>> 0;
    this.high = (r === 0 ? b : (b >>> r) | (a << (32 - r))) >>> 0;
  }

  private step(): void {
    multiplyState(this.state);
    this.addIncrement();
  }

  private addIncrement(): void {
    let carry = 0;
    for (let i = 0; i < 4; i++) {
      const sum = this.state[i]! + this.increment[i]! + carry;
      this.state[i] = sum;
      carry = sum > 0xffffffff ? 1 : 0;
    }
  }
}

/** 0x2360ED051FC65DA44385DF649FCCF645, least significant limb first. */
const MULTIPLIER = new Uint32Array([0x9fccf645, 0x4385df64, 0x1fc65da4, 0x2360ed05]);

let productLow = 0;
let productHigh = 0;

/** The 64-bit product of two unsigned 32-bit words. */
function multiply(a: number, b: number): void {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const low = aLow * bLow;
  const middle = aHigh * bLow + (low >>> 16);
  const other = aLow * bHigh + (middle % 0x10000);
  productLow = Math.imul(a, b) >>> 0;
  productHigh = (aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(other / 0x10000)) >>> 0;
}

const wide = new Float64Array(4);

/** state · multiplier modulo 2^128, in place. Column sums stay far below 2^53, so doubles hold them exactly. */
function multiplyState(state: Uint32Array): void {
  wide.fill(0);
  for (let i = 0; i < 4; i++) {
    for (let j = 0; i + j < 4; j++) {
      multiply(state[i]!, MULTIPLIER[j]!);
      wide[i + j]! += productLow;
      if (i + j < 3) wide[i + j + 1]! += productHigh;
    }
  }
  let carry = 0;
  for (let i = 0; i < 4; i++) {
    const sum = wide[i]! + carry;
    state[i] = sum % 2 ** 32;
    carry = Math.floor(sum / 2 ** 32);
  }
}

const expanded = new Uint32Array(8);

/** Stretches 64 bits to 256 with the 32-bit PCG-XSH-RR generator; the output is taken from the new state. */
function expand(seed: Word64): void {
  let low = seed.low;
  let high = seed.high;
  for (let i = 0; i < 8; i++) {
    // state = state · 6364136223846793005 + 11634580027462260723 (mod 2^64), in two words.
    multiply(low, 0x4c957f2d);
    const carried = productHigh + Math.imul(low, 0x5851f42d) + Math.imul(high, 0x4c957f2d);
    const sum = productLow + 0x6fbe17f3;
    low = sum >>> 0;
    high = (carried + 0xa17654e4 + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    expanded[i] = xshRr(low, high);
  }
}

function xshRr(low: number, high: number): number {
  // (state >> 18) xor state, then the 32 bits from bit 27 on.
  const xLow = ((low >>> 18) | (high << 14)) ^ low;
  const xHigh = (high >>> 18) ^ high;
  const word = (xLow >>> 27) | (xHigh << 5);
  const turn = high >>> 27;
  return turn === 0 ? word : (word >>> turn) | (word << (32 - turn));
}
