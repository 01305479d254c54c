import type { Case, HistoricalYears, ScenarioSource } from '../../case/model.js';
import type { AffineNoise, NoiseLayout } from '../model.js';
import { type ExternalTables, loadNoise, ncsNoise } from '../noise-layout.js';
import type { InflowPart } from '../par/inflow-part.js';
import type { StagePeriods } from '../time/stage-periods.js';
import type { ExternalTable } from './external-table.js';
import { externalTable } from './external-table.js';
import { historicalWindows } from './historical-years.js';
import { invertInflows, ResidualLibrary } from './residual-library.js';
import type { SamplerSpec } from './scheme.js';

/** What schemes that replay something need, per phase. */
export interface Replays {
  readonly libraries: SamplerSpec['libraries'];
  readonly historicalLags: Float64Array | null;
}

export interface HistoricalReplay {
  readonly library: ResidualLibrary;
  /** Memory at the start of each year, year-major. */
  readonly lags: Float64Array;
}

/** The external tables some phase replays. */
export function externalTables({ scenarios, horizon, settings }: Case): ExternalTables {
  const sources = [settings.training.scenarioSource, settings.simulation.scenarioSource];
  const stages = horizon.stages.length;
  const tableFor = (noiseClass: 'inflow' | 'load' | 'ncs', rows: Parameters<typeof externalTable>[0] | null) =>
    rows !== null && sources.some((source) => source[noiseClass] === 'external') ? externalTable(rows, stages) : null;
  return {
    inflow: tableFor('inflow', scenarios.externalInflow),
    load: tableFor('load', scenarios.externalLoad),
    ncs: tableFor('ncs', scenarios.externalNcs),
  };
}

export function replaysOf(
  study: Case,
  source: ScenarioSource,
  periods: StagePeriods,
  inflow: InflowPart,
  layout: NoiseLayout,
  external: ExternalTables,
): Replays {
  const history =
    source.inflow === 'historical' ? historicalReplay(study, periods, inflow, source.historicalYears) : null;
  const stages = study.horizon.stages.map((_, t) => t);
  const affine = (table: ExternalTable | null, used: boolean, positions: Int32Array, of: (t: number) => AffineNoise) =>
    table === null || !used ? null : invertAffine(table, positions, stages.map(of));
  return {
    libraries: {
      inflow: history?.library ?? (source.inflow === 'external' ? externalInflows(inflow, external.inflow) : null),
      load: affine(external.load, source.load === 'external', layout.positionOfBus, (t) =>
        loadNoise(study, t, external),
      ),
      ncs: affine(external.ncs, source.ncs === 'external', layout.positionOfNcs, (t) => ncsNoise(study, t, external)),
    },
    historicalLags: history?.lags ?? null,
  };
}

/** Null when the case has no history. */
export function historicalReplay(
  study: Case,
  periods: StagePeriods,
  inflow: InflowPart,
  years: HistoricalYears | null,
): HistoricalReplay | null {
  const history = study.scenarios.inflowHistory;
  if (history === null || study.horizon.stages.length === 0) return null;
  const windows = historicalWindows(history, study.system.hydros.length, periods, inflow.plan, years);
  const size = inflow.memory.initialLags.length;
  const lags = new Float64Array(windows.years.length * size);
  for (let window = 0; window < windows.years.length; window++) lags.set(windows.startLags(window), window * size);
  const library = invertInflows(
    { inflows: inflow.models, transitions: inflow.memory.transitions },
    windows.years.length,
    windows.inflow,
    (window) => lags.subarray(window * size, (window + 1) * size),
  );
  return { library, lags };
}

function externalInflows(inflow: InflowPart, table: ExternalTable | null): ResidualLibrary | null {
  if (table === null) return null;
  return invertInflows(
    { inflows: inflow.models, transitions: inflow.memory.transitions },
    table.scenarioCount,
    table.value,
    () => inflow.memory.initialLags,
  );
}

/** noise = (value − mean) / scale for every entity that takes part; 0 where the file is silent. */
function invertAffine(table: ExternalTable, positions: Int32Array, noises: readonly AffineNoise[]): ResidualLibrary {
  const entities = [...positions.keys()].filter((entity) => positions[entity]! >= 0);
  const library = new ResidualLibrary(table.scenarioCount, noises.length, entities.length);
  noises.forEach(({ mean, scale }, stage) => {
    for (let scenario = 0; scenario < table.scenarioCount; scenario++) {
      const row = library.row(scenario, stage);
      entities.forEach((entity, i) => {
        const noise = (table.value(scenario, stage, entity) - mean[entity]!) / scale[entity]!;
        row[i] = Number.isFinite(noise) ? noise : 0;
      });
    }
  });
  return library;
}
