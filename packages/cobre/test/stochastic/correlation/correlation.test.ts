import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Correlation, CorrelationGroup } from '../../../src/case/model.js';
import { correlationRoots, correlator } from '../../../src/stochastic/correlation/correlator.js';
import { spectralRoot } from '../../../src/stochastic/correlation/spectral-root.js';
import { buildStochasticModel } from '../../../src/stochastic/index.js';
import { flatStats, monthlyStages, studyOf } from '../make-study.js';

/** Correlation matrices as normalised Gram matrices of random vectors; fewer vectors than entities makes them singular. */
const correlationMatrix = fc
  .tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 36, maxLength: 36 }),
  )
  .map(([n, numbers]) => {
    const rows = Array.from({ length: n }, (_, i) => [1, ...numbers.slice(6 * i, 6 * i + 5)]);
    const norm = rows.map((row) => Math.hypot(...row));
    return rows.map((a, i) =>
      rows.map((b, j) => (i === j ? 1 : a.reduce((s, x, k) => s + x * b[k]!, 0) / (norm[i]! * norm[j]!))),
    );
  });

test('the square of the root is the matrix, and the root is symmetric', () => {
  fc.assert(
    fc.property(correlationMatrix, (matrix) => {
      const n = matrix.length;
      const root = spectralRoot(matrix);
      matrix.forEach((row, i) => {
        row.forEach((value, j) => {
          let product = 0;
          for (let k = 0; k < n; k++) product += root[i * n + k]! * root[k * n + j]!;
          expect(product).toBeCloseTo(value, 10);
          expect(root[i * n + j]).toBeCloseTo(root[j * n + i]!, 12);
        });
      });
    }),
    { numRuns: 100 },
  );
});

test('two entities have the closed form', () => {
  const root = spectralRoot([
    [1, 0.6],
    [0.6, 1],
  ]);
  expect(root[0]).toBeCloseTo((Math.sqrt(1.6) + Math.sqrt(0.4)) / 2, 14);
  expect(root[1]).toBeCloseTo((Math.sqrt(1.6) - Math.sqrt(0.4)) / 2, 14);
});

test('negative eigenvalues count as zero', () => {
  const root = spectralRoot([
    [1, 0.9, -0.9],
    [0.9, 1, 0.9],
    [-0.9, 0.9, 1],
  ]);
  expect(root.every(Number.isFinite)).toBe(true);
});

const group = (members: readonly number[], matrix: readonly (readonly number[])[]): CorrelationGroup => ({
  name: 'g',
  members: members.map((entityIndex) => ({ type: 'inflow', entityIndex })),
  matrix,
});

const pair = (rho: number) => [
  [1, rho],
  [rho, 1],
];

function correlationOf(groups: readonly CorrelationGroup[]): Correlation {
  return { profiles: new Map([['default', { groups }]]), profileOfStage: new Map() };
}

function openingsOf(correlation: Correlation | null, hydros = 2, openings = 3000): Float64Array {
  const study = studyOf({
    stages: monthlyStages(1, { openings }),
    hydros: Array.from({ length: hydros }, () => ({})),
    scenarios: { inflowStats: flatStats(hydros, [0], 100, 10), correlation },
  });
  return buildStochasticModel(study).stages[0]!.openings;
}

test('openings have the correlation that was asked for', () => {
  const noise = openingsOf(correlationOf([group([0, 1], pair(0.8))]));
  let xy = 0;
  let xx = 0;
  for (let i = 0; i < noise.length; i += 2) {
    xy += noise[i]! * noise[i + 1]!;
    xx += noise[i]! ** 2;
  }
  expect(Math.abs(xy / xx - 0.8)).toBeLessThan(0.05);
});

test('the order of the members of a group does not matter', () => {
  const matrix = [
    [1, 0.5, 0.2],
    [0.5, 1, -0.3],
    [0.2, -0.3, 1],
  ];
  const turned = [2, 0, 1].map((i) => [2, 0, 1].map((j) => matrix[i]![j]!));
  const plain = openingsOf(correlationOf([group([0, 1, 2], matrix)]), 3, 5);
  const other = openingsOf(correlationOf([group([2, 0, 1], turned)]), 3, 5);
  plain.forEach((value, i) => {
    expect(other[i]).toBeCloseTo(value, 12);
  });
});

test('entities outside all groups stay as drawn', () => {
  const free = openingsOf(null, 3, 4);
  const tied = openingsOf(correlationOf([group([0, 2], pair(0.5))]), 3, 4);
  for (let i = 1; i < free.length; i += 3) expect(tied[i]).toBe(free[i]);
  expect(tied[0]).not.toBe(free[0]);
});

test('a stage uses the profile its schedule names', () => {
  const layout = { dimension: 2, positionOfBus: new Int32Array(), positionOfNcs: new Int32Array() };
  const correlation: Correlation = {
    profiles: new Map([
      ['default', { groups: [] }],
      ['wet', { groups: [group([0, 1], pair(1))] }],
    ]),
    profileOfStage: new Map([[4, 'wet']]),
  };
  const apply = correlator(correlationRoots(correlation, layout), 2);
  const noise = (stageId: number) => {
    const values = Float64Array.of(1, 0);
    apply(stageId, values, 0);
    return [...values].map((value) => Math.round(value * value * 1e6) / 1e6);
  };
  expect(noise(3)).toEqual([1, 0]);
  expect(noise(4)).toEqual([0.5, 0.5]);
});

test('members without noise leave the matrix of the others intact', () => {
  const layout = { dimension: 3, positionOfBus: Int32Array.of(-1, 1, 2), positionOfNcs: new Int32Array() };
  const members = [0, 1, 2].map((entityIndex) => ({ type: 'load' as const, entityIndex }));
  const matrix = [
    [1, 0.9, 0.9],
    [0.9, 1, 0.6],
    [0.9, 0.6, 1],
  ];
  const values = Float64Array.of(5, 1, 0);
  correlator(correlationRoots(correlationOf([{ name: 'g', members, matrix }]), layout), 3)(0, values, 0);
  expect(values[0]).toBe(5);
  expect(values[1]).toBeCloseTo((Math.sqrt(1.6) + Math.sqrt(0.4)) / 2, 12);
});
