import { Fault } from '@quadrivium/kernel/fault';
import { jsonScalar } from '../query/json-values.js';
import type { QueryEngine } from '../query/query-engine.js';
import { openResults } from '../query/read-results.js';
import { type ResultKind, resultKinds } from '../query/result-kinds.js';
import type { BlockMerge, PlannedQuery, Statement } from '../query/selection.js';
import type { PlanningName } from '../results/simulation/planning/layout.js';
import { mayBeIncomplete } from '../service/answers/completeness.js';
import { type ConvergenceHistory, queryConvergence } from '../service/answers/convergence.js';
import { queryResults, readable } from '../service/answers/query-results.js';
import { type CostHistogram, costHistogram, costSpread, type Spread } from '../service/answers/statistics.js';
import { entityNames } from '../service/cases/entities.js';
import { type StageNames, stageNames } from '../service/cases/stage-names.js';
import type { Files } from '../service/files/files.js';
import { outputPlace } from '../service/files/place.js';
import type { BandPoint } from './band-chart.js';

export type PlottedKind = 'hydros' | 'thermals' | 'buses';

export interface EntitySpreads {
  readonly id: number;
  readonly name: string;
  readonly byStage: readonly Spread[];
}

/** What charts ask of an output directory: statistics over scenarios, never the rows themselves. */
export class ResultSource {
  readonly #files: Files;
  readonly #engine: QueryEngine;
  readonly #directory: string;

  constructor(files: Files, engine: QueryEngine, directory: string) {
    this.#files = files;
    this.#engine = engine;
    this.#directory = directory;
  }

  async convergence(): Promise<ConvergenceHistory | null> {
    return queryConvergence(this.#files, this.#directory).catch((cause) => {
      if (cause instanceof Fault && cause.kind === 'OutputNotFound') return null;
      throw cause;
    });
  }

  /** By stage, for each of the `most` entities whose column reaches highest; in the order of their ids. */
  async largest(
    kind: PlottedKind,
    column: string,
    most: number,
    blocks: BlockMerge,
  ): Promise<readonly EntitySpreads[]> {
    const { idColumn }: ResultKind = resultKinds[kind];
    const all = await this.#statistics(kind, column, idColumn ?? '');
    const ids = [...all]
      .sort((a, b) => b.max - a.max || a.key - b.key)
      .slice(0, most)
      .map(({ key }) => key)
      .sort((a, b) => a - b);
    const names = await entityNames(this.#files, this.#directory, kind);
    const found: EntitySpreads[] = [];
    for (const id of ids) {
      const byStage = await this.#ask(kind, (query) => query.stageSpreads(column, blocks), [id]);
      found.push({ id, name: names.get(id) ?? String(id), byStage });
    }
    return found;
  }

  /** Rows for planners, with the name of their bus; none where the results have no such table. */
  async planning(kind: PlanningName): Promise<readonly PlanningRow[]> {
    const { columns, rows } = await queryResults(this.#files, this.#engine, {
      ...{ outputDirectory: this.#directory, entityType: kind, limit: Number.MAX_SAFE_INTEGER },
    });
    const names = await entityNames(this.#files, this.#directory, 'buses');
    return rows.map((row) => {
      const values = Object.fromEntries(columns.map((column, k) => [column, row[k]]));
      return { ...values, name: nameOf(values.bus_id, names) };
    });
  }

  /** A quantity of such a table by stage. */
  async bands(kind: PlanningName, quantity: string): Promise<readonly BandPoint[]> {
    return (await this.planning(kind)).map((row) => {
      const at = (band: string) => Number(row[`${quantity}_${band}`]);
      return { name: row.name, stage: Number(row.stage_id), p10: at('p10'), p50: at('p50'), p90: at('p90') };
    });
  }

  /** By stage, over all entities together. */
  total(kind: PlottedKind, column: string): Promise<readonly Spread[]> {
    return this.#statistics(kind, column, 'stage_id');
  }

  /** What its stages are called. */
  stages(): Promise<StageNames> {
    return stageNames(this.#files, this.#directory);
  }

  /** How many scenarios there are results of. */
  async scenarios(): Promise<number> {
    return (await costSpread(this.#files, this.#engine, this.#directory))?.count ?? 0;
  }

  costHistogram(bins: number): Promise<CostHistogram | null> {
    return costHistogram(this.#files, this.#engine, this.#directory, bins);
  }

  /** Words for a simulation that did not finish. */
  async shortfall(): Promise<string | null> {
    return (await mayBeIncomplete(this.#files, this.#directory)).incomplete?.note ?? null;
  }

  #statistics(kind: PlottedKind, column: string, key: string): Promise<readonly Spread[]> {
    return this.#ask(kind, (query) => query.statistics(column, key));
  }

  async #ask(
    kind: PlottedKind,
    statement: (query: PlannedQuery) => Statement,
    entityIds?: readonly number[],
  ): Promise<readonly Spread[]> {
    const { folder } = resultKinds[kind];
    const place = await outputPlace(this.#files, this.#directory, `${folder}/`);
    const request = { place, kind: resultKinds[kind], selection: entityIds ? { entityIds } : {} };
    const rows = await readable(place, `${folder}/`, () =>
      openResults(this.#engine, this.#files, request, async (session, query) => {
        if (query === null) return [];
        const { sql, values } = statement(query);
        return (await session.all(sql, values)).rows;
      }),
    );
    return (rows ?? []).map(spreadFrom);
  }
}

type PlanningRow = Readonly<Record<string, unknown>> & { readonly name: string };

function nameOf(bus: unknown, names: ReadonlyMap<number, string>): string {
  return typeof bus === 'number' ? (names.get(bus) ?? String(bus)) : 'System';
}

function spreadFrom(row: readonly unknown[]): Spread {
  const numbers = row.map((value) => Number(jsonScalar(value) ?? 0));
  const [key = 0, count = 0, mean = 0, std = 0, min = 0, p5 = 0, median = 0, p95 = 0, max = 0] = numbers;
  return { key, count, mean, std, min, p5, median, p95, max };
}
