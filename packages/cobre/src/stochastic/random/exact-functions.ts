/**
 * Logarithm and exponential rounded to the nearest double. V8's own may be off by the last bit, which is enough to leave
 * the published tables of the normal sampler; these work in fixed point with 160 fractional bits, where the rounding of
 * `Number(bigint)` is the only one that matters. They serve set-up and the rare tail of the sampler, never a hot loop.
 */
const BITS = 160n;
const ONE = 1n << BITS;
const SCALE = 2 ** -160;

const LN_2 = twiceArtanh(ONE / 3n);

/** Natural logarithm of a positive, finite double. */
export function exactLog(x: number): number {
  const { mantissa, exponent } = split(x);
  const ratio = ((mantissa - ONE) << BITS) / (mantissa + ONE);
  return Number(twiceArtanh(ratio) + BigInt(exponent) * LN_2) * SCALE;
}

/** e to the power of a double of moderate size (|x| below 700). */
export function exactExp(x: number): number {
  const { mantissa, exponent } = split(Math.abs(x) || 2 ** -400);
  const magnitude = exponent >= 0 ? mantissa << BigInt(exponent) : mantissa >> BigInt(-exponent);
  const fixed = x < 0 ? -magnitude : magnitude;
  const halvings = fixed / LN_2;
  return Number(exponentialSeries(fixed - halvings * LN_2)) * SCALE * 2 ** Number(halvings);
}

/** x = mantissa · 2^exponent with the mantissa a fixed-point number in [1, 2). */
function split(x: number): { mantissa: bigint; exponent: number } {
  let exponent = Math.floor(Math.log2(x));
  if (x / 2 ** exponent >= 2) exponent++;
  if (x / 2 ** exponent < 1) exponent--;
  return { mantissa: BigInt((x / 2 ** exponent) * 2 ** 52) << (BITS - 52n), exponent };
}

/** 2·artanh(s) = ln((1+s)/(1−s)) by its power series; |s| is at most 1/3. */
function twiceArtanh(s: bigint): bigint {
  const square = (s * s) >> BITS;
  let power = s;
  let sum = 0n;
  for (let k = 1n; power > 1n || power < -1n; k += 2n) {
    sum += power / k;
    power = (power * square) >> BITS;
  }
  return 2n * sum;
}

function exponentialSeries(x: bigint): bigint {
  let term = ONE;
  let sum = 0n;
  for (let k = 1n; term > 1n || term < -1n; k++) {
    sum += term;
    term = (term * x) / (k << BITS);
  }
  return sum;
}
