/**
 * Whole cases made by a formula, so that a clone can measure training without any data: one of the size of the 4ree
 * example (4 reservoirs, 126 thermals, 5 buses, 12 stages), and one like those used in production (cascades, inflows with
 * memory, three blocks, production planes).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Case } from '../src/case/model.js';
import { loadCase } from '../src/index.js';
import { parquetOfRows, tableSchema } from '../src/parquet/write.js';
import { penalties } from '../src/templates/penalties.js';
import { type Study, seasonal, studyFiles } from '../src/templates/study.js';
import { jsonFile, type TemplateFile } from '../src/templates/template.js';
import { randomOf } from './stage-family.js';

/** Reads a case that only exists in memory. */
async function caseOf(files: readonly TemplateFile[]): Promise<Case> {
  const byPath = new Map(files.map(({ path, content }) => [path, content]));
  const access = {
    isDirectory: async () => true,
    read: async (path: string) => {
      const content = byPath.get(path.replace(/^memory\//, ''));
      return content === undefined ? null : typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
  };
  return (await loadCase('memory', access)).case;
}

export function fourReservoirs(): Promise<Case> {
  const random = randomOf(5);
  const study: Study = {
    months: 12,
    openings: 10,
    forwardPasses: 4,
    iterations: 256,
    scenarios: 100,
    regions: Array.from({ length: 5 }, (_, b) => ({
      name: `Region ${b}`,
      load: seasonal(b === 4 ? 0 : 9000 - 1800 * b, 0.08, b),
      loadVariation: 0,
    })),
    links: Array.from({ length: 5 }, (_, b) => ({ from: b, to: (b + 1) % 5, direct: 3000, reverse: 2500 })),
    plants: Array.from({ length: 4 }, (_, h) => ({
      name: `Reservoir ${h}`,
      bus: h,
      storage: { max: 60_000 - 12_000 * h, initial: 25_000 - 5_000 * h },
      productivity: 0.8 + 0.05 * h,
      maxTurbined: 9000 - 1700 * h,
      inflow: seasonal(5600 - 1100 * h, 0.5, 2 * h),
      inflowVariation: 0.3,
    })),
    thermals: Array.from({ length: 126 }, (_, g) => ({
      name: `Thermal ${g}`,
      bus: g % 4,
      cost: Math.round((20 + 600 * random() ** 2) * 100) / 100,
      max: Math.round(30 + 150 * random()),
    })),
  };
  return caseOf(studyFiles(study));
}

export interface ProductionSize {
  readonly stages: number;
  readonly hydros: number;
  readonly openings: number;
  readonly passes: number;
}

export function productionLike(size: ProductionSize): Promise<Case> {
  return caseOf(productionFiles(size));
}

/** The same as a folder, for programs that read one. */
export function writeProductionLike(directory: string, size: ProductionSize): void {
  for (const { path, content } of productionFiles(size)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}

const cascade = 5;
const blockHours = [110, 370, 250];

function productionFiles({ stages, hydros, openings, passes }: ProductionSize): TemplateFile[] {
  const random = randomOf(3);
  const stageIds = Array.from({ length: stages }, (_, t) => t);
  const plants = Array.from({ length: hydros }, (_, h) => plantOf(h, hydros, random));
  const month = (t: number) => new Date(Date.UTC(2030, t, 1)).toISOString().slice(0, 10);
  const heads = plants.filter((_, h) => h % cascade === 0);
  return [
    jsonFile('config.json', {
      training: { forward_passes: passes, stopping_rules: [{ type: 'iteration_limit', limit: 2 }] },
      modeling: { inflow_non_negativity: { method: 'penalty' } },
    }),
    jsonFile('penalties.json', penaltiesOf051()),
    jsonFile('stages.json', {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0.08 },
      season_definitions: {
        cycle_type: 'monthly',
        seasons: Array.from({ length: 12 }, (_, id) => ({ id, label: `Month ${id + 1}`, month_start: id + 1 })),
      },
      pre_study_stages: [{ id: -1, start_date: month(-1), end_date: month(0), season_id: 11 }],
      stages: stageIds.map((id) => ({
        id,
        start_date: month(id),
        end_date: month(id + 1),
        season_id: id % 12,
        blocks: blockHours.map((hours, k) => ({ id: k, name: `Block ${k}`, hours })),
        state_variables: { storage: true, inflow_lags: true },
        num_scenarios: openings,
      })),
    }),
    jsonFile('initial_conditions.json', {
      storage: plants.map(({ entry }, h) => ({ hydro_id: h, value_hm3: entry.reservoir.max_storage_hm3 / 2 })),
      filling_storage: [],
      past_inflows: plants.map(({ inflow }, h) => ({ hydro_id: h, values_m3s: [inflow] })),
    }),
    jsonFile('system/buses.json', { buses: [0, 1, 2, 3].map((id) => ({ id, name: `Bus ${id}` })) }),
    jsonFile('system/lines.json', {
      lines: [0, 1, 2, 3].map((id) => ({
        id,
        name: `Line ${id}`,
        source_bus_id: id,
        target_bus_id: (id + 1) % 4,
        capacity: { direct_mw: 4000, reverse_mw: 4000 },
        losses_percent: 2,
      })),
    }),
    jsonFile('system/hydros.json', { hydros: plants.map(({ entry }) => entry) }),
    jsonFile('system/thermals.json', {
      thermals: Array.from({ length: 60 }, (_, id) => ({
        id,
        name: `Thermal ${id}`,
        bus_id: id % 4,
        cost_per_mwh: 20 + Math.round(600 * random() ** 2),
        generation: { min_mw: 0, max_mw: 2 * hydros },
      })),
    }),
    jsonFile('system/hydro_production_models.json', {
      production_models: heads.map(({ entry }) => ({
        hydro_id: entry.id,
        selection_mode: 'stage_ranges',
        stage_ranges: [
          { start_stage_id: 0, end_stage_id: null, model: 'fpha', fpha_config: { source: 'precomputed' } },
        ],
      })),
    }),
    { path: 'system/fpha_hyperplanes.parquet', content: planesOf(heads.map(({ entry }) => entry)) },
    { path: 'scenarios/inflow_seasonal_stats.parquet', content: statsOf(plants, [-1, ...stageIds]) },
    { path: 'scenarios/inflow_ar_coefficients.parquet', content: memoryOf(plants.length, stageIds) },
    { path: 'scenarios/load_seasonal_stats.parquet', content: loadOf(stageIds, hydros) },
  ];
}

/** The case is one of release 0.5.1, which prices the water of plants with production planes only. */
function penaltiesOf051() {
  const { turbined_cost: _, ...hydro } = penalties.hydro;
  return { ...penalties, hydro: { ...hydro, fpha_turbined_cost: 0 } };
}

function plantOf(h: number, hydros: number, random: () => number) {
  const place = h % cascade;
  const inflow = 100 + 400 * random();
  const maxTurbined = inflow * (1 + place) * 1.6;
  const productivity = 0.3 + 0.6 * random();
  return {
    inflow,
    entry: {
      id: h,
      name: `Plant ${h}`,
      bus_id: h % 4,
      downstream_id: place < cascade - 1 && h + 1 < hydros ? h + 1 : null,
      reservoir: { min_storage_hm3: 0, max_storage_hm3: inflow * (place === 0 ? 12 : 2) },
      outflow: { min_outflow_m3s: 0.2 * inflow, max_outflow_m3s: null },
      generation: {
        model: place === 0 ? 'fpha' : 'constant_productivity',
        productivity_mw_per_m3s: productivity,
        min_turbined_m3s: 0,
        max_turbined_m3s: maxTurbined,
        min_generation_mw: 0,
        max_generation_mw: productivity * maxTurbined,
      },
    },
  };
}

type Plant = ReturnType<typeof plantOf>;

/** Four planes that rise with storage ever more slowly and with flow ever less. */
function planesOf(heads: readonly Plant['entry'][]): Uint8Array {
  const schema = tableSchema(
    'hydro_id:int32',
    'stage_id?:int32',
    'plane_id:int32',
    'gamma_0:double',
    'gamma_v:double',
    'gamma_q:double',
    'gamma_s:double',
  );
  const rows = heads.flatMap(({ id, generation, reservoir }) =>
    [0, 1, 2, 3].map((plane_id) => ({
      hydro_id: id,
      stage_id: null,
      plane_id,
      gamma_0: (0.02 * plane_id ** 2 + 0.01) * generation.max_generation_mw,
      gamma_v: ((0.1 - 0.02 * plane_id) * generation.max_generation_mw) / reservoir.max_storage_hm3,
      gamma_q: generation.productivity_mw_per_m3s * (1 - 0.12 * plane_id),
      gamma_s: -0.001,
    })),
  );
  return parquetOfRows(schema, rows);
}

function statsOf(plants: readonly Plant[], stageIds: readonly number[]): Uint8Array {
  const rows = plants.flatMap(({ inflow }, hydro_id) =>
    stageIds.map((stage_id) => {
      const mean = inflow * (1 + 0.4 * Math.cos((2 * Math.PI * stage_id) / 12));
      return { hydro_id, stage_id, mean_m3s: mean, std_m3s: 0.25 * mean };
    }),
  );
  return parquetOfRows(tableSchema('hydro_id:int32', 'stage_id:int32', 'mean_m3s:double', 'std_m3s:double'), rows);
}

function memoryOf(hydros: number, stageIds: readonly number[]): Uint8Array {
  const schema = tableSchema(
    'hydro_id:int32',
    'stage_id:int32',
    'lag:int32',
    'coefficient:double',
    'residual_std_ratio:double',
  );
  const rows = Array.from({ length: hydros }, (_, hydro_id) =>
    stageIds.map((stage_id) => ({ hydro_id, stage_id, lag: 1, coefficient: 0.5, residual_std_ratio: 0.86 })),
  );
  return parquetOfRows(schema, rows.flat());
}

function loadOf(stageIds: readonly number[], hydros: number): Uint8Array {
  const rows = [0, 1, 2, 3].flatMap((bus_id) =>
    stageIds.map((stage_id) => ({ bus_id, stage_id, mean_mw: hydros * (60 + 10 * bus_id), std_mw: 0 })),
  );
  return parquetOfRows(tableSchema('bus_id:int32', 'stage_id:int32', 'mean_mw:double', 'std_mw:double'), rows);
}
