import { Fault } from '@quadrivium/kernel/fault';
import { readTable } from '../case/read/read-table.js';
import { caseFiles, type TableFileSpec } from '../case/registry.js';
import type { Columns, Row } from '../case/table/column.js';
import { caseAccess } from './case-access.js';
import { isRecord, listAt, readCaseJson, recordAt, requireCaseJson, unreadable } from './case-json.js';
import type { Files } from './files.js';
import { scenarioSourceOf } from './inspect-case.js';
import { casePlace } from './place.js';

export interface ScenarioSummary {
  readonly scenario_source: 'par' | 'external';
  readonly count: number;
  readonly stages: number;
  readonly entities: number;
  readonly par_model: ParSummary | null;
}

export interface ParSummary {
  readonly max_ar_order: number;
  readonly seasons: number;
  readonly correlation_groups: number;
}

const defaultScenarios = 2000;
const defaultFittedOrder = 6;

/** Where the scenarios of a case come from, how many there are, and what they cover. */
export async function listScenarios(files: Files, caseDirectory: string): Promise<ScenarioSummary> {
  await casePlace(files, caseDirectory);
  const config = await requireCaseJson(files, caseDirectory, 'config.json');
  const reader = new ScenarioReader(files, caseDirectory);
  await reader.requireAny();
  const stages = await readCaseJson(files, caseDirectory, 'stages.json');
  const source = scenarioSourceOf(config);
  const external = source === 'external' ? await reader.rows(caseFiles.externalInflow) : null;
  if (source === 'external' && external === null) throw noScenarios('scenarios/external_inflow_scenarios.parquet');
  const stated = recordAt(config, 'simulation').num_scenarios;
  return {
    scenario_source: source,
    count:
      external === null ? (typeof stated === 'number' ? stated : defaultScenarios) : distinct(external, 'scenario_id'),
    stages: listAt(stages, 'stages', 'stages.json').length,
    entities: external === null ? await reader.modelledHydros() : distinct(external, 'hydro_id'),
    par_model: external === null ? await parModel(reader, config, stages) : null,
  };
}

async function parModel(
  reader: ScenarioReader,
  config: Readonly<Record<string, unknown>>,
  stages: Readonly<Record<string, unknown>> | null,
): Promise<ParSummary> {
  return {
    max_ar_order: await reader.largestOrder(recordAt(config, 'estimation').max_order),
    seasons: seasonCount(stages),
    correlation_groups: await reader.correlationGroups(),
  };
}

/** Seasons that are defined, otherwise those the stages use; a case without seasons has one. */
function seasonCount(stages: Readonly<Record<string, unknown>> | null): number {
  const defined = recordAt(stages ?? {}, 'season_definitions').seasons;
  if (Array.isArray(defined)) return defined.length;
  const used = new Set(listAt(stages, 'stages', 'stages.json').flatMap(({ season_id }) => season_id ?? []));
  return Math.max(1, used.size);
}

const scenarioFiles = [
  caseFiles.inflowStats,
  caseFiles.arCoefficients,
  caseFiles.inflowHistory,
  caseFiles.externalInflow,
  caseFiles.annualComponent,
  caseFiles.loadStats,
  caseFiles.externalLoad,
  caseFiles.ncsStats,
  caseFiles.externalNcs,
  caseFiles.noiseOpenings,
] as const;

class ScenarioReader {
  readonly #files: Files;
  readonly #directory: string;

  constructor(files: Files, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  async requireAny(): Promise<void> {
    const names = scenarioFiles.flatMap(({ path, aliases }) => [path, ...aliases]);
    const found = await Promise.all(names.map((name) => this.#files.exists(`${this.#directory}/${name}`)));
    if (!found.includes(true)) throw noScenarios('scenarios/');
  }

  async rows<C extends Columns>(spec: TableFileSpec<C>): Promise<readonly Row<C>[] | null> {
    for (const path of [spec.path, ...spec.aliases]) {
      const bytes = await caseAccess(this.#files).read(`${this.#directory}/${path}`);
      if (bytes === null) continue;
      const { rows, findings } = readTable(path, spec.table, bytes);
      if (rows === null) throw unreadable(path, null, findings[0]?.problem.message ?? 'It is no readable table.');
      return rows as readonly Row<C>[];
    }
    return null;
  }

  async modelledHydros(): Promise<number> {
    const stats = await this.rows(caseFiles.inflowStats);
    if (stats !== null && stats.length > 0) return distinct(stats, 'hydro_id');
    return distinct((await this.rows(caseFiles.inflowHistory)) ?? [], 'hydro_id');
  }

  /** The largest lag that is given; when orders are fitted from history, the largest the fit may choose. */
  async largestOrder(configured: unknown): Promise<number> {
    const given = await this.rows(caseFiles.arCoefficients);
    if (given !== null) return given.reduce((most, { lag }) => Math.max(most, lag as number), 0);
    if ((await this.rows(caseFiles.inflowHistory)) === null) return 0;
    return typeof configured === 'number' ? configured : defaultFittedOrder;
  }

  async correlationGroups(): Promise<number> {
    const correlation = await readCaseJson(this.#files, this.#directory, caseFiles.correlation.path);
    const names = Object.values(recordAt(correlation ?? {}, 'profiles')).flatMap((profile) => {
      const groups = isRecord(profile) ? profile.correlation_groups : [];
      return Array.isArray(groups) ? groups.map((group) => (isRecord(group) ? String(group.name) : '')) : [];
    });
    return new Set(names).size;
  }
}

function distinct(rows: readonly object[], column: string): number {
  return new Set(rows.map((row) => (row as Record<string, unknown>)[column])).size;
}

function noScenarios(file: string): Fault<'MissingFile'> {
  return new Fault('MissingFile', `The case has no scenario files: ${file} is missing`, {
    context: { file },
    suggestion: 'Add scenarios/inflow_seasonal_stats.parquet (means and deviations), a history, or external scenarios.',
  });
}
