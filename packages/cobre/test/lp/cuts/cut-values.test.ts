/** Prices of cuts by vector instructions, compared bit for bit with the sums they stand for, added in the same order. */
import { describe, expect, test } from 'vitest';
import { CutPool, cutBlock } from '../../../src/lp/cuts/cut-pool.js';
import { CutValues } from '../../../src/lp/cuts/cut-values.js';
import { randomFrom } from '../random-lp.js';

const counts = [1, 2, 63, 64, 65, 200];

/** States with a column first, then two that are constants. */
function poolOf(states: number, cuts: number, seed: number): CutPool {
  const random = randomFrom(seed);
  const pool = CutPool.create(states + 2, 64);
  return Array.from({ length: cuts }).reduce<CutPool>((filled) => {
    const room = filled.count < filled.capacity ? filled : filled.grown(2 * filled.capacity);
    room.add(
      1e6 * random(),
      Array.from({ length: states + 2 }, () => -1e3 * random()),
    );
    return room;
  }, pool);
}

function valuesOf(pool: CutPool): CutValues {
  const states = pool.stateCount - 2;
  const stateColumn = Int32Array.from({ length: states + 2 }, (_, s) => (s < states ? s : -1));
  const values = new CutValues({ thetaColumn: Int32Array.of(states), stateColumn, cuts: pool });
  values.sync();
  return values;
}

function priceAt(values: CutValues, seed: number): void {
  const random = randomFrom(seed);
  for (const s of values.constantStates) values.setConstant(s, 10 * random());
  for (const s of values.columnStates) values.state[s] = 1e4 * random();
  values.refresh();
  values.price();
}

function heightOf({ cuts, state, columnStates, level }: CutValues, cut: number): number {
  const term = (k: number) => cuts.slopeOf(cut, columnStates[k]!) * state[columnStates[k]!]!;
  let height = level[cut]!;
  let k = 0;
  for (; k + 3 < columnStates.length; k += 4) height = height + (term(k) + term(k + 1)) + (term(k + 2) + term(k + 3));
  for (; k < columnStates.length; k++) height += term(k);
  return height;
}

function expectPrices(values: CutValues): void {
  const expected = Array.from({ length: values.count }, (_, cut) => heightOf(values, cut));
  expect(Array.from(values.height.subarray(0, values.count))).toEqual(expected);
  for (let block = 0; block * cutBlock < values.count; block++) {
    const most = Math.max(...expected.slice(block * cutBlock, (block + 1) * cutBlock));
    expect(values.blockHeight[block]).toBe(most);
  }
}

describe.each([0, 1, 2, 3, 4, 5, 8, 11])('with %i states in columns', (states) => {
  test.each(counts)('%i cuts have the heights that their slopes give', (cuts) => {
    const values = valuesOf(poolOf(states, cuts, 7 * cuts + states));
    for (const seed of [1, 2]) {
      priceAt(values, seed);
      expectPrices(values);
    }
    values.dispose();
  });
});

test('cuts that come later, in a pool that has grown, are priced with the others', () => {
  const pool = poolOf(4, 60, 1);
  const values = valuesOf(pool);
  priceAt(values, 1);
  const larger = pool.grown(256);
  for (let k = 0; k < 100; k++) larger.add(k, [1, 2, 3, 4, 5, 6]);
  values.attach(larger);
  values.sync();
  priceAt(values, 2);
  expect(values.count).toBe(160);
  expectPrices(values);
});

test('a cut that is switched off lies below all others', () => {
  const pool = poolOf(4, 3, 5);
  const values = valuesOf(pool);
  pool.setActive(1, false);
  values.sync();
  priceAt(values, 3);
  expect(values.height[1]).toBe(Number.NEGATIVE_INFINITY);
  expectPrices(values);
});

test('memory that was given back is clean for the next one and cannot be written by the last', () => {
  const first = valuesOf(poolOf(4, 64, 1));
  priceAt(first, 1);
  first.dispose();
  expect(() => priceAt(first, 2)).toThrow();
  const second = valuesOf(poolOf(4, 1, 2));
  priceAt(second, 2);
  expectPrices(second);
});
