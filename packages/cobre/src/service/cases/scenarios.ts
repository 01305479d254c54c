import { isObject } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import type { TableFileSpec } from '../../case/file-spec.js';
import { caseFiles } from '../../case/registry.js';
import type { QueryEngine } from '../../query/query-engine.js';
import { type SummaryRequest, tableSummary } from '../../query/table-summary.js';
import type { Files } from '../files/files.js';
import { casePlace, inCallersWords, type Place } from '../files/place.js';
import { integer, orNull, record } from '../seed-schema.js';
import { type JsonRecord, listAt, readCaseJson, recordAt, requireCaseJson, unreadable } from './case-json.js';
import { countPaths } from './count-paths.js';
import { scenarioSourceOf } from './inspect-case.js';

const parSummary = record({
  max_ar_order: integer(),
  seasons: integer(),
  correlation_groups: integer(),
});

export const scenarioSummary = record({
  scenario_source: z.enum(['par', 'external']).describe('How scenarios are generated'),
  count: integer().describe('Number of scenarios (from config or external file)'),
  stages: integer().describe('Number of stages'),
  entities: integer().describe('Number of stochastic entities (hydros with inflow model)'),
  par_model: orNull(parSummary.describe("PAR model summary (present when scenario_source is 'par')")),
});

type ParSummary = Readonly<z.output<typeof parSummary>>;
export type ScenarioSummary = Readonly<z.output<typeof scenarioSummary>>;

const defaultScenarios = 2000;
const defaultFittedOrder = 6;

/** Where the scenarios of a case come from, how many there are, and what they cover; their values are not loaded. */
export async function listScenarios(
  files: Files,
  engine: QueryEngine,
  caseDirectory: string,
  signal?: AbortSignal,
): Promise<ScenarioSummary> {
  const place = await casePlace(files, caseDirectory);
  const config = await requireCaseJson(files, caseDirectory, 'config.json');
  const reader = new ScenarioReader(files, engine, place, signal);
  await reader.requireAny();
  const stages = await readCaseJson(files, caseDirectory, 'stages.json');
  const source = scenarioSourceOf(config);
  const common = { scenario_source: source, stages: listAt(stages, 'stages', 'stages.json').length };
  if (source === 'external') return { ...common, ...(await reader.external()), par_model: null };
  return {
    ...common,
    count: simulatedScenarios(config, stages),
    entities: await reader.modelledHydros(),
    par_model: await parModel(reader, config, stages),
  };
}

/** Sampled ones as the settings say, in either form; all paths of the tree where those are enumerated. */
export function simulatedScenarios(config: JsonRecord, stages: JsonRecord | null): number {
  const simulation = recordAt(config, 'simulation');
  const selection = recordAt(simulation, 'selection');
  if (selection.method === 'enumerated') return countPaths(stages);
  const stated = selection.num_scenarios ?? simulation.num_scenarios;
  return typeof stated === 'number' ? stated : defaultScenarios;
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
  readonly #engine: QueryEngine;
  readonly #place: Place;
  readonly #signal: AbortSignal | undefined;

  constructor(files: Files, engine: QueryEngine, place: Place, signal: AbortSignal | undefined) {
    this.#files = files;
    this.#engine = engine;
    this.#place = place;
    this.#signal = signal;
  }

  async requireAny(): Promise<void> {
    const found = await Promise.all(scenarioFiles.map((spec) => this.#nameOf(spec)));
    if (found.every((name) => name === null)) throw noScenarios('scenarios/');
  }

  async external(): Promise<Pick<ScenarioSummary, 'count' | 'entities'>> {
    const count = await this.#number(caseFiles.externalInflow, 'distinct', 'scenario_id');
    const entities = await this.#number(caseFiles.externalInflow, 'distinct', 'hydro_id');
    if (count === null || entities === null) throw noScenarios(caseFiles.externalInflow.path);
    return { count, entities };
  }

  async modelledHydros(): Promise<number> {
    const stated = await this.#number(caseFiles.inflowStats, 'distinct', 'hydro_id');
    return stated || ((await this.#number(caseFiles.inflowHistory, 'distinct', 'hydro_id')) ?? 0);
  }

  /** The largest lag that is given; when orders are fitted from history, the largest the fit may choose. */
  async largestOrder(configured: unknown): Promise<number> {
    const given = await this.#number(caseFiles.arCoefficients, 'largest', 'lag');
    if (given !== null) return given;
    if ((await this.#nameOf(caseFiles.inflowHistory)) === null) return 0;
    return typeof configured === 'number' ? configured : defaultFittedOrder;
  }

  /** A number about a column of a file, null when the case has no such file. */
  async #number(spec: TableFileSpec, what: SummaryRequest['what'], column: string): Promise<number | null> {
    const name = await this.#nameOf(spec);
    if (name === null) return null;
    const file = await this.#files.resolve(`${this.#place.asked}/${name}`);
    const request = { root: this.#place.path, file, column, what };
    try {
      return await tableSummary(this.#engine, this.#signal ? { ...request, signal: this.#signal } : request);
    } catch (cause) {
      this.#signal?.throwIfAborted();
      const detail = cause instanceof Error ? cause.message : String(cause);
      throw unreadable(name, null, inCallersWords(detail, this.#place).split('\n')[0] ?? 'It is no readable table.');
    }
  }

  /** The name under which the case has the file, one of the several it may have. */
  async #nameOf({ path, aliases }: TableFileSpec): Promise<string | null> {
    for (const name of [path, ...aliases]) {
      const asked = `${this.#place.asked}/${name}`;
      await this.#files.resolveNew(asked);
      if (await this.#files.exists(asked)) return name;
    }
    return null;
  }

  async correlationGroups(): Promise<number> {
    const correlation = await readCaseJson(this.#files, this.#place.asked, caseFiles.correlation.path);
    const names = Object.values(recordAt(correlation ?? {}, 'profiles')).flatMap((profile) => {
      const groups = isObject(profile) ? profile.correlation_groups : [];
      return Array.isArray(groups) ? groups.map((group) => (isObject(group) ? String(group.name) : '')) : [];
    });
    return new Set(names).size;
  }
}

function noScenarios(file: string): Fault<'MissingFile'> {
  return new Fault('MissingFile', `The case has no scenario files: ${file} is missing`, {
    context: { file },
    suggestion: 'Add scenarios/inflow_seasonal_stats.parquet (means and deviations), a history, or external scenarios.',
  });
}
