/** Tables that leave something out. */
import { column, set } from '../../edit.js';
import type { Malformed } from './malformed.js';

const correlation = 'scenarios/correlation.json';
const group = 'profiles.default.correlation_groups.0';
const inflowStats = 'scenarios/inflow_seasonal_stats.parquet';
const planes = 'system/fpha_hyperplanes.parquet';
const geometry = 'system/hydro_geometry.parquet';

export const dimensions: readonly Malformed[] = [
  [
    'a hydro lacks statistics',
    'CoverageMismatch',
    4,
    { file: inflowStats },
    (f) => (f[inflowStats] = (f[inflowStats] as object[]).slice(0, -1)),
  ],
  [
    'a bus lacks a load',
    'CoverageMismatch',
    4,
    { file: 'scenarios/load_seasonal_stats.parquet' },
    (f) =>
      (f['scenarios/load_seasonal_stats.parquet'] = (f['scenarios/load_seasonal_stats.parquet'] as object[]).slice(1)),
  ],
  [
    'a matrix is not square',
    'CoverageMismatch',
    4,
    { file: correlation },
    (f) => set(f, correlation, `${group}.matrix`, [[1, 0.3]]),
  ],
  [
    'a schedule names an unknown profile',
    'StageMismatch',
    4,
    { file: correlation, stage_id: 1 },
    (f) => set(f, correlation, 'schedule.0.profile_name', 'wet'),
  ],
  [
    'a schedule names an unknown stage',
    'StageMismatch',
    4,
    { file: correlation, stage_id: 8 },
    (f) => set(f, correlation, 'schedule.0.stage_id', 8),
  ],
  [
    'a hydro has no planes',
    'CoverageMismatch',
    4,
    { file: planes },
    (f) => (f[planes] = [{ ...(f[planes] as object[])[1], hydro_id: 2 }]),
  ],
  [
    'a computed hydro has one geometry row',
    'CoverageMismatch',
    4,
    { file: geometry },
    (f) => (f[geometry] = (f[geometry] as object[]).slice(2)),
  ],
  [
    'penalties are for an unknown stage',
    'StageMismatch',
    4,
    { stage_id: 9 },
    (f) => column(f, 'constraints/penalty_overrides_bus.parquet', { stage_id: 9 }),
  ],
  [
    'external scenarios have a hole',
    'CoverageMismatch',
    4,
    { file: 'scenarios/external_inflow_scenarios.parquet' },
    (f) =>
      (f['scenarios/external_inflow_scenarios.parquet'] = (
        f['scenarios/external_inflow_scenarios.parquet'] as object[]
      ).slice(1)),
  ],
  [
    'openings are incomplete',
    'CoverageMismatch',
    4,
    { file: 'scenarios/noise_openings.parquet' },
    (f) => (f['scenarios/noise_openings.parquet'] = (f['scenarios/noise_openings.parquet'] as object[]).slice(1)),
  ],
];
