/**
 * Direction numbers of Sobol sequences. A dimension belongs to a primitive polynomial over GF(2), taken in order of
 * degree and value, and starts from odd numbers m_i < 2^i. For the first 21 dimensions the starting numbers are those of
 * Joe and Kuo (SIAM J. Sci. Comput. 30, 2008); for further ones the best of a fixed number of candidates is taken, best
 * meaning the fewest points that fall short of an even spread in the plane with each of the nearest lower dimensions.
 */
const JOE_KUO: readonly (readonly number[])[] = [
  [1],
  [1, 3],
  [1, 3, 1],
  [1, 1, 1],
  [1, 1, 3, 3],
  [1, 3, 5, 13],
  [1, 1, 5, 5, 17],
  [1, 1, 5, 5, 5],
  [1, 1, 7, 11, 19],
  [1, 1, 5, 1, 1],
  [1, 1, 1, 3, 11],
  [1, 3, 5, 5, 31],
  [1, 3, 3, 9, 7, 49],
  [1, 1, 1, 15, 21, 21],
  [1, 3, 1, 13, 27, 49],
  [1, 1, 1, 15, 7, 5],
  [1, 3, 1, 15, 13, 25],
  [1, 1, 5, 5, 19, 61],
  [1, 3, 7, 11, 23, 15, 103],
  [1, 3, 7, 13, 13, 15, 69],
];

const BITS = 32;

/** Per dimension 32 words; word j is added when bit j of the Gray code is set. */
export function sobolDirections(dimension: number): readonly Uint32Array[] {
  while (known.length < dimension) known.push(nextDirections());
  return known.slice(0, dimension);
}

const known: Uint32Array[] = [Uint32Array.from({ length: BITS }, (_, j) => 2 ** (BITS - 1 - j))];
let lastPolynomial = 1;

function nextDirections(): Uint32Array {
  lastPolynomial = nextPrimitive(lastPolynomial);
  const given = JOE_KUO[known.length - 1];
  return given === undefined ? bestOfCandidates(lastPolynomial) : unfold(lastPolynomial, given);
}

/** The next primitive polynomial, as bits with the highest power first; primitive means that x generates all residues. */
function nextPrimitive(after: number): number {
  for (let polynomial = after === 1 ? 3 : after + 2; ; polynomial += 2) if (isPrimitive(polynomial)) return polynomial;
}

function isPrimitive(polynomial: number): boolean {
  const degree = 31 - Math.clz32(polynomial);
  const period = 2 ** degree - 1;
  if (powerOfX(period, polynomial, degree) !== 1) return false;
  return primeFactors(period).every(
    (factor) => factor === period || powerOfX(period / factor, polynomial, degree) !== 1,
  );
}

/** x^exponent modulo the polynomial. */
function powerOfX(exponent: number, polynomial: number, degree: number): number {
  let result = 1;
  let power = degree === 1 ? 1 : 2;
  for (let e = exponent; e > 0; e = Math.floor(e / 2)) {
    if (e % 2 === 1) result = multiplyModulo(result, power, polynomial, degree);
    power = multiplyModulo(power, power, polynomial, degree);
  }
  return result;
}

function multiplyModulo(a: number, b: number, polynomial: number, degree: number): number {
  let product = 0;
  let shifted = a;
  for (let rest = b; rest > 0; rest >>>= 1) {
    if (rest & 1) product ^= shifted;
    shifted <<= 1;
    if (shifted & (1 << degree)) shifted ^= polynomial;
  }
  return product;
}

function primeFactors(n: number): readonly number[] {
  const factors: number[] = [];
  let rest = n;
  for (let p = 2; p * p <= rest; p++) {
    if (rest % p === 0) factors.push(p);
    while (rest % p === 0) rest /= p;
  }
  return rest > 1 ? [...factors, rest] : factors;
}

/** The recurrence v_j = v_{j−s} ⊕ (v_{j−s} >> s) ⊕ Σ a_k v_{j−k} from the starting numbers. */
function unfold(polynomial: number, start: readonly number[]): Uint32Array {
  const s = 31 - Math.clz32(polynomial);
  const v = new Uint32Array(BITS);
  for (let j = 0; j < s; j++) v[j] = start[j]! * 2 ** (BITS - 1 - j);
  for (let j = s; j < BITS; j++) {
    let word = v[j - s]! ^ (v[j - s]! >>> s);
    for (let k = 1; k < s; k++) if ((polynomial >>> (s - k)) & 1) word ^= v[j - k]!;
    v[j] = word;
  }
  return v;
}

const CANDIDATES = 24;
const NEIGHBOURS = 12;

function bestOfCandidates(polynomial: number): Uint32Array {
  const s = 31 - Math.clz32(polynomial);
  const neighbours = known.slice(-NEIGHBOURS);
  let best: { readonly v: Uint32Array; readonly cost: number } | null = null;
  for (let c = 0; c < CANDIDATES; c++) {
    const v = unfold(polynomial, startingNumbers(polynomial, s, c));
    const cost = neighbours.reduce((sum, other) => sum + unevenness(other, v), 0);
    if (best === null || cost < best.cost) best = { v, cost };
  }
  return best!.v;
}

/** Odd numbers below 2^i from a small multiplicative hash. */
function startingNumbers(polynomial: number, count: number, candidate: number): readonly number[] {
  let state = Math.imul(polynomial, 0x9e3779b1) ^ Math.imul(candidate + 1, 0x85ebca6b);
  return Array.from({ length: count }, (_, i) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return ((state >>> 4) % 2 ** i) * 2 + 1;
  });
}

const RESOLUTION = 8;

/** Over the first 2^8 points: how many squares of a 16 × 16 grid stay empty. */
function unevenness(a: Uint32Array, b: Uint32Array): number {
  const hit = new Uint8Array(1 << RESOLUTION);
  let x = 0;
  let y = 0;
  hit[0] = 1;
  for (let i = 1; i < 1 << RESOLUTION; i++) {
    const bit = 31 - Math.clz32(i & -i);
    x ^= a[bit]!;
    y ^= b[bit]!;
    hit[((x >>> 28) << 4) | (y >>> 28)] = 1;
  }
  return hit.reduce((empty, seen) => empty - seen, 1 << RESOLUTION);
}
