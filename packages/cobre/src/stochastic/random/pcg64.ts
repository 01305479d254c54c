import type { Word64 } from './seeds.js';

/**
 * The permuted congruential generator PCG-XSL-RR-128/64 of O'Neill, seeded the way the Rust crates rand_core and
 * rand_pcg do it, so that a seed gives the bits of the original. The 128-bit state is four 32-bit limbs.
 */
export class Pcg64 {
  /** Words of the last 64-bit draw, unsigned. */
  low = 0;
  high = 0;
  /** State and increment, least significant limb first. */
  private s0 = 0;
  private s1 = 0;
  private s2 = 0;
  private s3 = 0;
  private i0 = 0;
  private i1 = 0;
  private i2 = 0;
  private i3 = 0;

  constructor(seed: Word64) {
    this.reseed(seed);
  }

  reseed(seed: Word64): void {
    expand(seed);
    [this.s0, this.s1, this.s2, this.s3] = [expanded[0]!, expanded[1]!, expanded[2]!, expanded[3]!];
    [this.i0, this.i1, this.i2, this.i3] = [(expanded[4]! | 1) >>> 0, expanded[5]!, expanded[6]!, expanded[7]!];
    this.add(this.s0, this.s1, this.s2, this.s3);
    this.step();
  }

  /** Draws 64 bits into `low` and `high`. */
  next(): void {
    this.step();
    this.rotateRight(this.s0 ^ this.s2, this.s1 ^ this.s3, this.s3 >>> 26);
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
    const draw = this.nextUint32();
    const index = highProduct(draw, n);
    const low = Math.imul(draw, n) >>> 0;
    if (low <= 2 ** 32 - n) return index;
    return low + highProduct(this.nextUint32(), n) > 0xffffffff ? index + 1 : index;
  }

  private rotateRight(low: number, high: number, bits: number): void {
    const swap = bits >= 32;
    const a = swap ? high : low;
    const b = swap ? low : high;
    const r = bits & 31;
    this.low = (r === 0 ? a : (a >>> r) | (b << (32 - r))) >>> 0;
    this.high = (r === 0 ? b : (b >>> r) | (a << (32 - r))) >>> 0;
  }

  /** state = state · multiplier + increment modulo 2^128. Column sums stay far below 2^53, so doubles hold them. */
  private step(): void {
    const { s0, s1, s2, s3 } = this;
    const c1 = lowProduct(s0, M1) + lowProduct(s1, M0) + highProduct(s0, M0);
    const c2 =
      lowProduct(s0, M2) +
      lowProduct(s1, M1) +
      lowProduct(s2, M0) +
      highProduct(s0, M1) +
      highProduct(s1, M0) +
      over(c1);
    const c3 =
      lowProduct(s0, M3) +
      lowProduct(s1, M2) +
      lowProduct(s2, M1) +
      lowProduct(s3, M0) +
      highProduct(s0, M2) +
      highProduct(s1, M1) +
      highProduct(s2, M0) +
      over(c2);
    this.add(lowProduct(s0, M0), c1 >>> 0, c2 >>> 0, c3 >>> 0);
  }

  /** state = the given limbs + increment. */
  private add(a0: number, a1: number, a2: number, a3: number): void {
    const b0 = a0 + this.i0;
    const b1 = a1 + this.i1 + over(b0);
    const b2 = a2 + this.i2 + over(b1);
    const b3 = a3 + this.i3 + over(b2);
    this.s0 = b0 >>> 0;
    this.s1 = b1 >>> 0;
    this.s2 = b2 >>> 0;
    this.s3 = b3 >>> 0;
  }
}

/** 0x2360ED051FC65DA44385DF649FCCF645, least significant limb first. */
const M0 = 0x9fccf645;
const M1 = 0x4385df64;
const M2 = 0x1fc65da4;
const M3 = 0x2360ed05;

function over(sum: number): number {
  return Math.floor(sum * 2 ** -32);
}

function lowProduct(a: number, b: number): number {
  return Math.imul(a, b) >>> 0;
}

/** The high word of the 64-bit product of two unsigned words; one factor is split so that doubles stay exact. */
function highProduct(a: number, b: number): number {
  return Math.floor((a * (b >>> 16) + Math.floor(a * (b & 0xffff) * 2 ** -16)) * 2 ** -16);
}

const expanded = new Uint32Array(8);

/** Stretches 64 bits to 256 with the 32-bit PCG-XSH-RR generator; the output is taken from the new state. */
function expand(seed: Word64): void {
  let low = seed.low;
  let high = seed.high;
  for (let i = 0; i < 8; i++) {
    // state = state · 6364136223846793005 + 11634580027462260723 (mod 2^64), in two words.
    const carried = highProduct(low, 0x4c957f2d) + Math.imul(low, 0x5851f42d) + Math.imul(high, 0x4c957f2d);
    const sum = lowProduct(low, 0x4c957f2d) + 0x6fbe17f3;
    low = sum >>> 0;
    high = (carried + 0xa17654e4 + over(sum)) >>> 0;
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
