/** What today's format refuses, or doubts, about production functions. */
import { currentHydro, smallCurrentCase } from '../../case/current-case.js';
import type { CaseContents } from '../../case/write-case.js';
import { set } from '../edit.js';
import { type Doubt, type Rejection, type Topic, topic } from './rejection.js';

const hydros = 'system/hydros.json';
const models = 'system/hydro_production_models.json';
const energy = 'system/hydro_energy_productivity.parquet';
const geometry = 'system/hydro_geometry.parquet';
const planes = 'system/fpha_hyperplanes.parquet';

/** Hydro 0 produces 9.81e-3 · flow · height MW, its height rises by 10 m over 100 m in the 100 hm³ of its reservoir. */
function computed(): CaseContents {
  const files = smallCurrentCase();
  set(files, hydros, 'hydros.0', {
    ...currentHydro(0, { generation: { model: 'fpha' } }),
    efficiency: { type: 'constant', value: 1 },
    tailrace: { type: 'polynomial', coefficients: [0] },
    hydraulic_losses: { type: 'constant', value_m: 0 },
  });
  set(files, models, 'production_models.0.stage_ranges', [
    { start_stage_id: 0, end_stage_id: null, model: 'fpha', fpha_config: { source: 'computed' } },
  ]);
  set(files, 'penalties.json', 'hydro.turbined_cost', 0.02);
  files[energy] = [{ hydro_id: 0, stage_id: null, equivalent_productivity_mw_per_m3s: 1 }];
  heights(100, 110)(files);
  return files;
}

const heights = (empty: number, full: number) => (files: CaseContents) => {
  files[geometry] = [
    { hydro_id: 0, volume_hm3: 0, height_m: empty, area_km2: 1 },
    { hydro_id: 0, volume_hm3: 100, height_m: full, area_km2: 1 },
  ];
};
const numbers = (equivalent: number | null, specific: number | null) => (files: CaseContents) => {
  files[energy] = [
    {
      hydro_id: 0,
      stage_id: null,
      equivalent_productivity_mw_per_m3s: equivalent,
      specific_productivity_mw_per_m3s_per_m: specific,
    },
  ];
};
const lacking = { file: energy, entity_id: 0, rule: 'equivalent productivity' };
const advice = /equivalent_productivity_mw_per_m3s in .*, or specific_productivity_mw_per_m3s_per_m and a geometry/;

const functions = topic<Rejection>(
  '2.13',
  'productivity of production functions',
  [
    [
      'planes without a productivity',
      'PhysicalConstraint',
      lacking,
      advice,
      (f) => {
        delete f[energy];
      },
    ],
    ['planes with a productivity of 0', 'PhysicalConstraint', lacking, advice, numbers(0, null)],
    ['planes with a productivity of 0 beside a specific one', 'PhysicalConstraint', lacking, advice, numbers(0, 0.01)],
    [
      'a specific productivity of 0',
      'OutOfRange',
      { file: energy, field: 'specific_productivity_mw_per_m3s_per_m', value: 0 },
      /Correct 'specific_productivity_mw_per_m3s_per_m' in row 0/,
      numbers(null, 0),
    ],
    [
      'planes of a plant without a head',
      'PhysicalConstraint',
      lacking,
      advice,
      (f) => {
        numbers(null, 0.01)(f);
        set(f, hydros, 'hydros.0.tailrace.coefficients', [200]);
      },
    ],
  ],
  computed,
);

const fits = topic<Rejection>(
  '2.12',
  'fits of production functions',
  [
    [
      // The level below rises by 2 m for every m³/s: with 100 m, production falls beyond 25 m³/s and is 0 at 50.
      'a production that falls with the flow',
      'PhysicalConstraint',
      { file: models, entity_id: 0, rule: 'signs of fitted planes' },
      /geometry, tailrace and losses/,
      (f) => set(f, hydros, 'hydros.0.tailrace.coefficients', [0, 2]),
    ],
  ],
  computed,
);

const given = { hydro_id: 0, stage_id: null, plane_id: 0, gamma_0: 0, gamma_v: 0, gamma_q: 1, gamma_s: 0 };
const wrongPlane = { file: planes, entity_id: 0, rule: 'production plane signs' };

/** Planes as the case gives them. */
function precomputed(): CaseContents {
  const files = computed();
  set(files, models, 'production_models.0.stage_ranges.0.fpha_config.source', 'precomputed');
  files[planes] = [given, { ...given, plane_id: 1, gamma_0: 40, gamma_q: 0 }];
  return files;
}

const signs = topic<Rejection>(
  '1.12',
  'planes as they are given, of which one may be flat',
  (
    [
      ['that fall with the flow', { gamma_q: -1 }],
      ['that fall with the volume', { gamma_v: -1 }],
      ['that rise with spillage', { gamma_s: 1 }],
      ['scaled by nothing', { kappa: 0 }],
    ] as const
  ).map(([title, change]) => [
    `planes ${title}`,
    'PhysicalConstraint',
    wrongPlane,
    /Correct the coefficient/,
    (files) => {
      files[planes] = [{ ...given, ...change }];
    },
  ]),
  precomputed,
);

/**
 * A height that grows from 0 makes production a product of volume and flow, i·j/16 on a grid of 0 to 4. Its concave envelope is
 * min(i, j)/4, so α = (246/64)/(70/16) = 0.8786 and Σ|α·min/4 − i·j/16| / Σ i·j/16 = 21.0 %.
 */
const odd = topic<Doubt>(
  '2.12',
  'fits of production functions',
  [
    [
      'planes that are far from what they stand for',
      { file: models, entity_id: 0, rule: 'deviation of fitted planes' },
      /deviate by 21\.0 % .* more than 5 %/,
      /more discretization points/,
      heights(0, 100),
    ],
  ],
  computed,
);

export const production: readonly Topic<Rejection>[] = [functions, fits, signs];
export const oddProduction: readonly Topic<Doubt>[] = [odd];
