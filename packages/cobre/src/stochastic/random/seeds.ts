import { sipHash13 } from './siphash.js';

/** A 64-bit number as two unsigned 32-bit words. */
export interface Word64 {
  readonly low: number;
  readonly high: number;
}

/** The seed of a case (a non-negative integer; the sign of a negative one is dropped) as a 64-bit word. */
export function baseSeed(value: number): Word64 {
  const magnitude = Math.abs(value);
  return { low: (magnitude % 2 ** 32) >>> 0, high: Math.floor(magnitude / 2 ** 32) >>> 0 };
}

const message = new Uint32Array(6);
const bytes = new Uint8Array(message.buffer);
const digest = new Uint32Array(2);

/** Noise of one opening of one stage. */
export function openingSeed(base: Word64, opening: number, stageId: number): Word64 {
  return hash(base, 4, opening, stageId, 0);
}

/** Noise of all openings of a stage together, for stratified methods. */
export function stageSeed(base: Word64, stageId: number): Word64 {
  return hash(base, 3, stageId, 0, 0);
}

/** Noise or choice of one trajectory at one stage. */
export function forwardSeed(base: Word64, iteration: number, trajectory: number, stage: number): Word64 {
  return hash(base, 5, iteration, trajectory, stage);
}

/** Like `forwardSeed`, shared by the stages of a noise group; a leading byte 1 keeps the two apart. */
export function groupedForwardSeed(base: Word64, iteration: number, trajectory: number, group: number): Word64 {
  hash(base, 5, iteration, trajectory, group);
  bytes.copyWithin(1, 0, 20);
  bytes[0] = 1;
  sipHash13(message, 21, digest);
  return { low: digest[0]!, high: digest[1]! };
}

function hash(base: Word64, words: number, a: number, b: number, c: number): Word64 {
  message[0] = base.low;
  message[1] = base.high;
  message[2] = a;
  message[3] = b;
  message[4] = c;
  sipHash13(message, words * 4, digest);
  return { low: digest[0]!, high: digest[1]! };
}
