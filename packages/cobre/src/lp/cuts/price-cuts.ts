/**
 * Pricing in WebAssembly: `height[c] = level[c] + Σ slope[c,k] · x[k]` for all cuts, and the highest cut of every block.
 *
 * It is the one loop that grows with the cuts, two fifths of a training after a few hundred iterations, and the vector
 * instructions that JavaScript lacks make it several times faster. The operations and their order are those one would write
 * in JavaScript, four states at a time, so the bits are the same.
 */
import { cutBlock } from './cut-pool.js';
import {
  addPairs,
  type Code,
  integer,
  isLess,
  type Local,
  larger,
  largerOfPairs,
  loadPair,
  loadTwice,
  local,
  minus,
  multiplyPairs,
  numberOfPair,
  plus,
  storeNumber,
  storePair,
  wasmModule,
  whileTrue,
} from './wasm-code.js';

const number = 8;
const pair = 16;
/** Bytes of one number per cut of a block. */
const lane = cutBlock * number;

// Parameters, then integers, then pairs, as the module declares them below.
const blocks = local(0);
const states = local(1);
const level = local(2);
const height = local(3);
const blockHeight = local(4);
const slope = local(5);
const state = local(6);
/** Where heights are summed up from: the levels for the first states of a block, then the heights themselves. */
const base = local(7);
const at = local(8);
const end = local(9);
/** States still to add, and where the next one's value lies. */
const left = local(10);
const x = local(11);
const factors = [local(12), local(13), local(14), local(15)] as const;
const most = local(16);

const forward = (pointer: Local, by: number): Code => pointer.set(plus(pointer.get, integer(by)));

/** Over the cuts of a block: `height = base + what the states give`; `base` is read and `height` written pair by pair. */
function overBlock(given: Code): Code {
  return [
    ...at.set(height.get),
    ...end.set(plus(height.get, integer(lane))),
    ...whileTrue(
      isLess(at.get, end.get),
      storePair(at.get, given),
      forward(at, pair),
      forward(base, pair),
      forward(slope, pair),
    ),
    ...base.set(height.get),
  ];
}

/** What a state adds to two cuts: `slope` walks along the first state of the pass, the others lie further by a lane each. */
const product = (which: 0 | 1 | 2 | 3): Code => multiplyPairs(loadPair(slope.get, which * lane), factors[which].get);

const fourStates: Code = [
  ...factors.flatMap((factor, k) => factor.set(loadTwice(x.get, k * number))),
  ...overBlock(
    addPairs(addPairs(loadPair(base.get), addPairs(product(0), product(1))), addPairs(product(2), product(3))),
  ),
  ...forward(slope, 3 * lane),
  ...forward(x, 4 * number),
  ...left.set(minus(left.get, integer(4))),
];

const oneState: Code = [
  ...factors[0].set(loadTwice(x.get)),
  ...overBlock(addPairs(loadPair(base.get), product(0))),
  ...forward(x, number),
  ...left.set(minus(left.get, integer(1))),
];

const highestOfBlock: Code = [
  ...most.set(loadPair(base.get)),
  ...at.set(base.get),
  ...end.set(plus(base.get, integer(lane))),
  ...whileTrue(isLess(at.get, end.get), most.set(largerOfPairs(most.get, loadPair(at.get))), forward(at, pair)),
  ...storeNumber(blockHeight.get, larger(numberOfPair(most.get, 0), numberOfPair(most.get, 1))),
];

const body: Code = whileTrue(
  isLess(integer(0), blocks.get),
  base.set(level.get),
  x.set(state.get),
  left.set(states.get),
  whileTrue(isLess(integer(3), left.get), fourStates),
  whileTrue(isLess(integer(0), left.get), oneState),
  highestOfBlock,
  forward(level, lane),
  forward(height, lane),
  forward(blockHeight, number),
  blocks.set(minus(blocks.get, integer(1))),
);

export const pricingCode = wasmModule({ name: 'price', parameters: 7, integers: 5, pairs: 5, body });

/** At least one state. Addresses are in bytes; slopes lie in blocks, state by state, without gaps. */
export type PriceCuts = (
  blocks: number,
  states: number,
  level: number,
  height: number,
  blockHeight: number,
  slope: number,
  state: number,
) => void;
