import { CutPool } from '../../src/lp/cuts/cut-pool.js';
import { LpBuilder } from '../../src/lp/model/builder.js';
import type { LpModel } from '../../src/lp/model/lp-model.js';
import type { StageProblem } from '../../src/lp/solver.js';

/** Mulberry32: a small generator of our own, so that a seed names a problem on every machine. */
export function randomFrom(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A random LP with every kind of row and column. Most are feasible and bounded because rows are placed around a point;
 * `wild` ones are not, so that infeasible and unbounded problems occur too. Whole numbers make degeneracy common.
 */
export function randomLp(seed: number, wild = false): LpModel {
  const random = randomFrom(seed);
  const whole = (from: number, to: number) => Math.floor(from + random() * (to - from + 1));
  const builder = new LpBuilder();
  const columns = whole(1, 14);
  const rows = whole(1, 10);
  const point: number[] = [];
  builder.offset = whole(-3, 3);
  for (let j = 0; j < columns; j++) {
    const kind = random();
    const lower = kind < 0.15 ? -Infinity : kind < 0.3 ? -whole(1, 9) : kind < 0.8 ? 0 : whole(1, 3);
    const start = lower === -Infinity ? whole(-4, 4) : lower;
    const upper = random() < 0.5 ? Infinity : start + whole(0, 8);
    point.push(Math.min(upper, start + whole(0, 3)));
    builder.column(`x${j}`, lower, upper, random() < 0.2 ? 0 : whole(wild ? -6 : -1, 9));
  }
  for (let i = 0; i < rows; i++) {
    const entries = Array.from({ length: columns }, () => (random() < 0.45 ? whole(-5, 5) : 0));
    const activity = entries.reduce((sum, a, j) => sum + a * point[j]!, 0) + (wild ? whole(-6, 6) : 0);
    const kind = random();
    const slack = whole(0, 4);
    const [lower, upper] =
      kind < 0.3
        ? [activity, activity]
        : kind < 0.55
          ? [activity - slack, Infinity]
          : kind < 0.8
            ? [-Infinity, activity + slack]
            : kind < 0.95
              ? [activity - slack, activity + whole(0, 4)]
              : [-Infinity, Infinity];
    const row = builder.row(`r${i}`, lower, upper);
    entries.forEach((a, j) => {
      if (a !== 0) builder.entry(row, j, a);
    });
  }
  return builder.build();
}

/**
 * A small hydrothermal stage: reservoirs in a cascade, thermals, deficit, one theta, cuts that slope down in storage.
 * The first `reservoirs` rows are water balances (right-hand side: storage plus inflow), the next is the load.
 */
export function smallStage(seed: number, reservoirs = 3, thermals = 6, capacity = 256): StageProblem {
  const random = randomFrom(seed);
  const builder = new LpBuilder();
  const water = Array.from({ length: reservoirs }, (_, h) => builder.row(`water${h}`, 50, 50));
  const load = builder.row('load', 100, 100);
  const storage = water.map((row, h) => {
    const column = builder.column(`storage${h}`, 0, 100, 0);
    builder.entry(row, column, 1);
    return column;
  });
  const productivity = water.map(() => 0.5 + random());
  water.forEach((row, h) => {
    const turbined = builder.column(`turbined${h}`, 0, 40, 0);
    const spilled = builder.column(`spilled${h}`, 0, Infinity, 0.01);
    for (const flow of [turbined, spilled]) {
      builder.entry(row, flow, 1);
      if (h + 1 < reservoirs) builder.entry(water[h + 1]!, flow, -1);
    }
    builder.entry(load, turbined, productivity[h]!);
  });
  for (let k = 0; k < thermals; k++) {
    builder.entry(load, builder.column(`thermal${k}`, k === 0 ? 2 : 0, 5 + 10 * random(), 5 + 40 * random()), 1);
  }
  builder.entry(load, builder.column('deficit', 0, Infinity, 500), 1);
  builder.entry(load, builder.column('excess', 0, Infinity, 0.1), -1);
  const theta = builder.column('theta', 0, Infinity, 1);
  return {
    model: builder.build(),
    future: {
      thetaColumn: Int32Array.of(theta),
      stateColumn: Int32Array.from(storage),
      cuts: CutPool.create(reservoirs, capacity),
    },
  };
}

/** Tangents of a convex decreasing function of storage, as SDDP would find them. */
export function addTangents(problem: StageProblem, seed: number, count: number): void {
  const random = randomFrom(seed);
  const { cuts } = problem.future!;
  for (let k = 0; k < count; k++) {
    const at = Array.from({ length: cuts.stateCount }, () => 100 * random());
    const slope = at.map((v, s) => -(20 + 10 * s) * (1 - v / 110));
    const value = at.reduce((sum, v, s) => sum + ((20 + 10 * s) * (110 - v) ** 2) / 220, 0);
    cuts.add(value - slope.reduce((sum, pi, s) => sum + pi * at[s]!, 0), slope);
  }
}
