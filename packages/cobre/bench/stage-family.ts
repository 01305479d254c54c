/**
 * Hydrothermal stage problems made by a formula, so that a clone can measure without any data: reservoirs in cascades,
 * one water balance each, a load balance per bus and block, a merit order of thermals, lines in a ring, a deficit.
 * With 4 reservoirs, 126 thermals and one block it has the size of the 4ree example; with 40 to 160 reservoirs and three
 * blocks that of a national system without production functions.
 */

import { CutPool } from '../src/lp/cuts/cut-pool.js';
import { LpBuilder } from '../src/lp/model/builder.js';
import type { StageProblem } from '../src/lp/solver.js';

export interface FamilySize {
  readonly name: string;
  readonly reservoirs: number;
  readonly thermals: number;
  readonly buses: number;
  readonly blocks: number;
  readonly stages: number;
  readonly openings: number;
  readonly trials: number;
  readonly iterations: number;
}

export interface StageFamily {
  readonly size: FamilySize;
  readonly problems: readonly StageProblem[];
  readonly initial: Float64Array;
  /** Water (hm³) that flows in: stage, opening, reservoir. */
  readonly inflow: readonly (readonly Float64Array[])[];
}

const hours = 730;

/** A small generator of our own: the same family on every machine. */
export function randomOf(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Reservoir {
  readonly capacity: number;
  readonly maxTurbined: number;
  readonly productivity: number;
  readonly bus: number;
  readonly meanInflow: number;
  readonly downstream: number;
}

export function stageFamily(size: FamilySize, seed = 7): StageFamily {
  const random = randomOf(seed);
  const reservoirs = makeReservoirs(size, random);
  const thermals = Array.from({ length: size.thermals }, (_, k) => ({
    bus: k % Math.max(1, size.buses - 1),
    capacity: (0.6 * totalPower(reservoirs) * (0.5 + random())) / size.thermals,
    cost: 5 + 600 * random() ** 2,
  }));
  const capacity = size.trials * size.iterations + 64;
  const problems = Array.from({ length: size.stages }, (_, t) => {
    const last = t === size.stages - 1;
    return makeStage(size, reservoirs, thermals, t, last ? 1 : capacity);
  });
  const inflow = Array.from({ length: size.stages }, (_, t) => makeOpenings(size, reservoirs, t, random));
  return { size, problems, inflow, initial: Float64Array.from(reservoirs, ({ capacity }) => 0.55 * capacity) };
}

function makeReservoirs(size: FamilySize, random: () => number): Reservoir[] {
  const chain = size.reservoirs <= 4 ? 1 : 6;
  return Array.from({ length: size.reservoirs }, (_, h) => {
    const place = h % chain;
    const meanInflow = 200 + 1500 * random();
    const through = meanInflow * (1 + 0.8 * place);
    return {
      capacity: (place === 0 ? 8 : 1.5) * meanInflow * 2.628 * (0.5 + random()),
      maxTurbined: through * (1.4 + 0.6 * random()),
      productivity: 0.3 + 0.7 * random(),
      bus: h % Math.max(1, size.buses - 1),
      meanInflow,
      downstream: place < chain - 1 && h + 1 < size.reservoirs ? h + 1 : -1,
    };
  });
}

function totalPower(reservoirs: readonly Reservoir[]): number {
  return reservoirs.reduce((sum, { maxTurbined, productivity }) => sum + maxTurbined * productivity, 0) / 1.7;
}

function makeStage(
  size: FamilySize,
  reservoirs: readonly Reservoir[],
  thermals: readonly { readonly bus: number; readonly capacity: number; readonly cost: number }[],
  stage: number,
  cutRoom: number,
): StageProblem {
  const builder = new LpBuilder();
  const season = 1 + 0.08 * Math.sin((2 * Math.PI * stage) / 12);
  const shape = size.blocks === 1 ? [1] : [1.15, 1, 0.85];
  const share = size.blocks === 1 ? [1] : [0.15, 0.5, 0.35];
  const demand = 1.1 * totalPower(reservoirs);
  const water = reservoirs.map((_, h) => builder.row(`water ${h}`, 0, 0));
  const storage = reservoirs.map(({ capacity }, h) => {
    const column = builder.column(`storage ${h}`, 0, capacity, 0);
    builder.entry(water[h]!, column, 1);
    return column;
  });
  for (let k = 0; k < size.blocks; k++) {
    const blockHours = hours * share[k]!;
    const tau = 0.0036 * blockHours;
    const load = Array.from({ length: size.buses }, (_, b) => {
      const needed = b === size.buses - 1 ? 0 : (demand / (size.buses - 1)) * season * shape[k]! * (0.7 + 0.2 * b);
      return builder.row(`load ${b} ${k}`, needed, needed);
    });
    reservoirs.forEach((reservoir, h) => {
      const turbined = builder.column(`turbined ${h} ${k}`, 0, reservoir.maxTurbined, 0);
      const spilled = builder.column(`spilled ${h} ${k}`, 0, Infinity, (0.001 * blockHours) / 1000);
      for (const flow of [turbined, spilled]) {
        builder.entry(water[h]!, flow, tau);
        if (reservoir.downstream >= 0) builder.entry(water[reservoir.downstream]!, flow, -tau);
      }
      builder.entry(load[reservoir.bus]!, turbined, reservoir.productivity);
    });
    thermals.forEach(({ bus, capacity, cost }, g) => {
      const column = builder.column(
        `thermal ${g} ${k}`,
        g % 9 === 0 ? 0.2 * capacity : 0,
        capacity,
        (cost * blockHours) / 1000,
      );
      builder.entry(load[bus]!, column, 1);
    });
    for (let b = 0; b < size.buses; b++) {
      builder.entry(load[b]!, builder.column(`deficit ${b} ${k}`, 0, Infinity, 5 * blockHours), 1);
      builder.entry(load[b]!, builder.column(`excess ${b} ${k}`, 0, Infinity, (0.001 * blockHours) / 1000), -1);
    }
    for (let b = 0; size.buses > 1 && b < size.buses; b++) {
      const to = (b + 1) % size.buses;
      for (const sign of [1, -1]) {
        const line = builder.column(`line ${b} ${sign} ${k}`, 0, 0.1 * demand, (0.5 * blockHours) / 1000);
        builder.entry(load[to]!, line, sign).entry(load[b]!, line, -sign);
      }
    }
  }
  const theta = builder.column('theta', 0, Infinity, 1);
  const future = {
    thetaColumn: Int32Array.of(theta),
    stateColumn: Int32Array.from(storage),
    cuts: CutPool.create(reservoirs.length, cutRoom),
  };
  return { model: builder.build(), future };
}

function makeOpenings(size: FamilySize, reservoirs: readonly Reservoir[], stage: number, random: () => number) {
  const season = 1 + 0.5 * Math.cos((2 * Math.PI * stage) / 12);
  return Array.from({ length: size.openings }, () => {
    const common = gauss(random);
    return Float64Array.from(reservoirs, ({ meanInflow }) => {
      const noise = 0.6 * common + 0.8 * gauss(random);
      return meanInflow * season * Math.exp(0.45 * noise - 0.1) * 2.628;
    });
  });
}

function gauss(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
