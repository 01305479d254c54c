/**
 * SipHash-1-3 with a zero key over 32-bit little-endian words, after Aumasson and Bernstein. Seeds of all draws are
 * hashes of what is drawn (iteration, trajectory, stage …), which is why no generator state has to be shared or stored.
 * A 64-bit lane is two 32-bit words; BigInt would be ten times slower.
 */
const lanes = { hi: new Int32Array(4), lo: new Int32Array(4) };

/** Hashes `byteLength` bytes (the tail of the last word is ignored) and writes [low word, high word]. */
export function sipHash13(words: Uint32Array, byteLength: number, out: Uint32Array): void {
  start();
  const whole = byteLength >> 3;
  for (let block = 0; block < whole; block++) absorb(words[2 * block]!, words[2 * block + 1]!);
  const left = byteLength & 7;
  const first = left === 0 ? 0 : masked(words[2 * whole]!, left);
  const second = left <= 4 ? 0 : masked(words[2 * whole + 1]!, left - 4);
  absorb(first, second | (byteLength << 24));
  lanes.lo[2]! ^= 0xff;
  for (let round = 0; round < 3; round++) mix();
  out[0] = lanes.lo[0]! ^ lanes.lo[1]! ^ lanes.lo[2]! ^ lanes.lo[3]!;
  out[1] = lanes.hi[0]! ^ lanes.hi[1]! ^ lanes.hi[2]! ^ lanes.hi[3]!;
}

function masked(word: number, bytes: number): number {
  return bytes >= 4 ? word : word & ((1 << (8 * bytes)) - 1);
}

/** The initial lanes spell "somepseudorandomlygeneratedbytes". */
function start(): void {
  const { hi, lo } = lanes;
  hi[0] = 0x736f6d65;
  lo[0] = 0x70736575;
  hi[1] = 0x646f7261;
  lo[1] = 0x6e646f6d;
  hi[2] = 0x6c796765;
  lo[2] = 0x6e657261;
  hi[3] = 0x74656462;
  lo[3] = 0x79746573;
}

function absorb(low: number, high: number): void {
  const { hi, lo } = lanes;
  hi[3]! ^= high;
  lo[3]! ^= low;
  mix();
  hi[0]! ^= high;
  lo[0]! ^= low;
}

function mix(): void {
  addLane(0, 1);
  rotateXor(1, 13, 0);
  swapHalves(0);
  addLane(2, 3);
  rotateXor(3, 16, 2);
  addLane(0, 3);
  rotateXor(3, 21, 0);
  addLane(2, 1);
  rotateXor(1, 17, 2);
  swapHalves(2);
}

function addLane(to: number, from: number): void {
  const { hi, lo } = lanes;
  const sum = (lo[to]! >>> 0) + (lo[from]! >>> 0);
  lo[to] = sum;
  hi[to] = hi[to]! + hi[from]! + (sum > 0xffffffff ? 1 : 0);
}

/** lane = rotate-left(lane, bits) xor other, for 0 < bits < 32. */
function rotateXor(lane: number, bits: number, other: number): void {
  const { hi, lo } = lanes;
  const high = (hi[lane]! << bits) | (lo[lane]! >>> (32 - bits));
  const low = (lo[lane]! << bits) | (hi[lane]! >>> (32 - bits));
  hi[lane] = high ^ hi[other]!;
  lo[lane] = low ^ lo[other]!;
}

function swapHalves(lane: number): void {
  const { hi, lo } = lanes;
  const high = hi[lane]!;
  hi[lane] = lo[lane]!;
  lo[lane] = high;
}
