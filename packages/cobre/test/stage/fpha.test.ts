import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { productionFunction } from '../../src/equipment/hydros/fpha/production-function.js';
import { upperHull } from '../../src/equipment/hydros/fpha/upper-hull.js';
import { fphaPlanes } from '../../src/stage/index.js';
import { hydroEntry } from '../case/write-case.js';
import { caseOf } from '../random-case.js';

const height = (plane: { c0: number; cv: number; cq: number }, v: number, q: number) =>
  plane.c0 + plane.cv * v + plane.cq * q;

describe('the concave envelope', () => {
  test('lies above every point and touches the corners', () => {
    const points = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 50 })),
      {
        minLength: 4,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(points, (list) => {
        const grid = [...new Map(list.map(([v, q, z]) => [`${v},${q}`, { v, q, z }])).values()];
        const planes = upperHull(grid);
        if (planes.length === 0) return true;
        const envelope = grid.map(({ v, q }) => Math.min(...planes.map((plane) => height(plane, v, q))));
        const above = grid.every(({ z }, k) => envelope[k]! >= z - 1e-6);
        const touches = grid.filter(({ z }, k) => Math.abs(envelope[k]! - z) < 1e-6).length;
        return above && touches >= 3;
      }),
    );
  });

  test('of a concave function is the function on the grid', () => {
    const grid = [0, 1, 2, 3].flatMap((v) => [0, 1, 2, 3].map((q) => ({ v, q, z: 10 * q - q * q + 0.5 * v })));
    const planes = upperHull(grid);
    for (const { v, q, z } of grid) expect(Math.min(...planes.map((plane) => height(plane, v, q)))).toBeCloseTo(z, 9);
  });
});

describe('computed planes', () => {
  const plant = hydroEntry(0, {
    reservoir: { max_storage_hm3: 200 },
    generation: { model: 'fpha', max_turbined_m3s: 100, max_generation_mw: 60 },
    tailrace: { type: 'polynomial', coefficients: [5, 0.03] },
    hydraulic_losses: { type: 'factor', value: 0.02 },
    efficiency: { type: 'constant', value: 0.9 },
  });
  const contents = {
    'system/hydros.json': { hydros: [plant] },
    'system/hydro_production_models.json': {
      production_models: [
        {
          hydro_id: 0,
          selection_mode: 'stage_ranges',
          stage_ranges: [{ start_stage_id: 0, end_stage_id: null, model: 'fpha', fpha_config: { source: 'computed' } }],
        },
      ],
    },
    'system/hydro_geometry.parquet': [
      { hydro_id: 0, volume_hm3: 0, height_m: 40, area_km2: 1 },
      { hydro_id: 0, volume_hm3: 100, height_m: 55, area_km2: 3 },
      { hydro_id: 0, volume_hm3: 200, height_m: 62, area_km2: 5 },
    ],
  };

  test('follow the production function within a few percent, rise with storage and flow, fall with spillage', async () => {
    const hydro = (await caseOf(contents)).system.hydros[0]!;
    const planes = fphaPlanes(hydro, hydro.at[0]!);
    const phi = productionFunction(hydro);
    expect(planes.length).toBeGreaterThan(1);
    expect(planes.length).toBeLessThanOrEqual(10);
    for (const { gammaV, gammaS } of planes) {
      expect(gammaV).toBeGreaterThanOrEqual(-1e-9);
      expect(gammaS).toBeLessThanOrEqual(0);
    }
    expect(planes.some(({ gammaS }) => gammaS < 0)).toBe(true);
    const fitted = (v: number, q: number, s: number) =>
      Math.min(...planes.map((p) => p.gamma0 + p.gammaV * v + p.gammaQ * q + p.gammaS * s));
    for (const v of [10, 70, 150, 195]) {
      for (const q of [20, 45, 80, 100]) {
        for (const s of [0, 25, 50]) {
          const most = phi(195, 100, 0);
          expect(Math.abs(fitted(v, q, s) - phi(v, q, s)) / most, `${v} ${q} ${s}`).toBeLessThan(0.05);
        }
      }
    }
  });
});
