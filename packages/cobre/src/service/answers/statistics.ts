import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { jsonScalar } from '../../query/json-values.js';
import type { QueryEngine } from '../../query/query-engine.js';
import { openResults } from '../../query/read-results.js';
import { type ResultKindName, resultKinds } from '../../query/result-kinds.js';
import type { PlannedQuery, Statement } from '../../query/selection.js';
import { resultTables } from '../../simulation/index.js';
import { entityNames } from '../cases/entities.js';
import type { Files } from '../files/files.js';
import { outputPlace } from '../files/place.js';
import { record } from '../seed-schema.js';
import { incompleteField, mayBeIncomplete, noSuchResults } from './completeness.js';
import { readable } from './query-results.js';

/** How a quantity spreads over scenarios (and blocks) at one stage, for one entity, or altogether. */
export const spread = record({
  key: z.number(),
  count: z.number(),
  mean: z.number(),
  std: z.number(),
  min: z.number(),
  p5: z.number(),
  median: z.number(),
  p95: z.number(),
  max: z.number(),
});

export const statistics = record({
  column: z.string(),
  unit: z.string(),
  description: z.string(),
  byStage: z.array(spread),
  byEntity: z.array(record({ ...spread.shape, name: z.string() })),
  incomplete: incompleteField,
});

export type Spread = Readonly<z.output<typeof spread>>;
export type MetricStatistics = Readonly<z.output<typeof statistics>>;

interface Subject {
  readonly outputDirectory: string;
  readonly entityType: ResultKindName;
  readonly signal?: AbortSignal;
}

/** Statistics of a metric, which is a column, an alias of one, or a word for one such as `storage`. */
export async function metricStatistics(
  files: Files,
  engine: QueryEngine,
  subject: Subject,
  metric: string,
): Promise<MetricStatistics> {
  const { entityType, outputDirectory } = subject;
  const column = metricColumn(entityType, metric);
  const { idColumn } = resultKinds[entityType];
  const byStage = await spreads(files, engine, subject, (query) => query.statistics(column.name, 'stage_id'));
  const byEntity =
    idColumn === null ? [] : await spreads(files, engine, subject, (query) => query.statistics(column.name, idColumn));
  const names =
    entityType === 'costs' ? new Map<number, string>() : await entityNames(files, outputDirectory, entityType);
  return {
    column: column.name,
    unit: column.unit,
    description: column.description,
    byStage,
    byEntity: byEntity.map((spread) => ({ ...spread, name: names.get(spread.key) ?? String(spread.key) })),
    ...(await mayBeIncomplete(files, outputDirectory)),
  };
}

/** The discounted cost of scenarios, in $. */
export async function costSpread(
  files: Files,
  engine: QueryEngine,
  outputDirectory: string,
  signal?: AbortSignal,
): Promise<Spread | null> {
  const subject = { outputDirectory, entityType: 'costs', ...(signal ? { signal } : {}) } as const;
  const [spread] = await spreads(files, engine, subject, (query) =>
    query.scenarioTotals('immediate_cost', 'discount_factor'),
  ).catch((cause) => {
    if (cause instanceof Fault && cause.kind === 'OutputNotFound') return [];
    throw cause;
  });
  return spread ?? null;
}

async function spreads(
  files: Files,
  engine: QueryEngine,
  { outputDirectory, entityType, signal }: Subject,
  ask: (query: PlannedQuery) => Statement,
): Promise<Spread[]> {
  const kind = resultKinds[entityType];
  const place = await outputPlace(files, outputDirectory, `${kind.folder}/`);
  const request = { place, kind, selection: {}, ...(signal ? { signal } : {}) };
  const rows = await readable(place, `${kind.folder}/`, () =>
    openResults(engine, files, request, async (session, query) => {
      if (query === null) return [];
      const { sql, values } = ask(query);
      return (await session.all(sql, values)).rows;
    }),
  );
  if (rows === null) throw await noSuchResults(files, outputDirectory, `${kind.folder}/`);
  return rows.map(spreadFrom);
}

function spreadFrom(row: readonly unknown[]): Spread {
  const [key = 0, count = 0, mean = 0, std = 0, min = 0, p5 = 0, median = 0, p95 = 0, max = 0] = row.map((value) =>
    Number(jsonScalar(value) ?? 0),
  );
  return { key, count, mean, std, min, p5, median, p95, max };
}

/** Words people use, and the columns they mean. */
const words: Readonly<Record<string, readonly string[]>> = {
  storage: ['storage_final_hm3'],
  generation: ['generation_mw'],
  water_value: ['water_value_per_hm3'],
  marginal_cost: ['spot_price'],
  price: ['spot_price'],
  deficit: ['deficit_mw', 'deficit_cost'],
  load: ['load_mw'],
  spillage: ['spillage_m3s', 'spillage_cost'],
  inflow: ['inflow_m3s'],
  turbined: ['turbined_m3s'],
  cost: ['generation_cost', 'immediate_cost'],
  thermal: ['thermal_cost'],
};

function metricColumn(entityType: ResultKindName, metric: string) {
  const { folder, aliases } = resultKinds[entityType];
  const columns = resultTables.find((table) => `simulation/${table.folder}` === folder)?.columns ?? [];
  const word = metric
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const wanted = [word, (aliases as Readonly<Record<string, string>>)[word] ?? '', ...(words[word] ?? [])];
  const numeric = columns.filter(({ type }) => type === 'double');
  const found =
    wanted.map((name) => numeric.find((column) => column.name === name)).find((column) => column !== undefined) ??
    numeric.find((column) => word !== '' && column.name.startsWith(word));
  if (found) return found;
  const names = numeric.map(({ name }) => name);
  throw new Fault('InvalidArguments', `${entityType} have no metric '${metric.slice(0, 100)}'`, {
    context: { field: 'metric', value: metric.slice(0, 100), allowed_values: names },
    suggestion: `Choose a column (${names.join(', ')}) or a word such as storage, generation, marginal_cost, deficit.`,
  });
}
