import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { members } from '../../equipment/members.js';
import { jsonScalar } from '../../query/json-values.js';
import type { QueryConnection, QueryEngine } from '../../query/query-engine.js';
import { openResults } from '../../query/read-results.js';
import { type ResultKind, type ResultKindName, resultKinds } from '../../query/result-kinds.js';
import type { PlannedQuery, Statement } from '../../query/selection.js';
import { resultTables } from '../../simulation/index.js';
import { entityNames } from '../cases/entities.js';
import type { Files } from '../files/files.js';
import { outputPlace } from '../files/place.js';
import { integer, orNull, record } from '../seed-schema.js';
import { incompleteField, mayBeIncomplete, noSuchResults } from './completeness.js';
import { isSimulated, type ResultQuery, readable, selectionOf } from './query-results.js';

/** How a quantity spreads over scenarios. */
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

/** The same for one entity, stage and block, over scenarios; null where a table does not tell them apart. */
const groupSpread = record({
  entity_id: orNull(integer()),
  name: orNull(z.string()),
  stage_id: orNull(integer()),
  block_id: orNull(integer()),
  ...spread.omit({ key: true }).shape,
});

export const statistics = record({
  column: z.string(),
  unit: z.string(),
  description: z.string(),
  rows: z.array(groupSpread).describe('Over scenarios, for each entity, stage and block'),
  total_rows: integer(),
  truncated: z.boolean(),
  totals: z
    .array(groupSpread.omit({ entity_id: true, name: true }))
    .describe(
      'The sum over all matching entities, over scenarios, by stage and block; empty where a sum means nothing',
    ),
  incomplete: incompleteField,
});

export type Spread = Readonly<z.output<typeof spread>>;
export type GroupSpread = Readonly<z.output<typeof groupSpread>>;
export type MetricStatistics = Readonly<z.output<typeof statistics>>;

/** Groups that are listed unless somebody asks for more. */
export const defaultGroups = 500;

/**
 * Statistics of a metric, which is a column, an alias of one, or a word for one such as `storage`. Every row is about one
 * entity at one stage: scenarios are the only thing it is a statistic over. What adds entities up is called a total.
 */
export async function metricStatistics(
  files: Files,
  engine: QueryEngine,
  subject: ResultQuery,
  metric: string,
): Promise<MetricStatistics> {
  const { entityType, outputDirectory, filters = {}, limit = defaultGroups, signal } = subject;
  const column = metricColumn(entityType, metric);
  const kind = resultKinds[entityType];
  const place = await outputPlace(files, outputDirectory, `${kind.folder}/`);
  const selection = await selectionOf(files, outputDirectory, entityType, filters);
  const request = { place, kind, selection, ...(signal ? { signal } : {}) };
  const found = await readable(place, `${kind.folder}/`, () =>
    openResults(engine, files, request, (session, query) => groupsOf(session, query, { column, kind, limit })),
  );
  if (found === null && !(await isSimulated(files, outputDirectory)))
    throw await noSuchResults(files, outputDirectory, `${kind.folder}/`);
  const names = kind.owner === null ? new Map<number, string>() : await entityNames(files, outputDirectory, kind.owner);
  const { rows, total, totals } = found ?? { rows: [], total: 0, totals: [] };
  return {
    column: column.name,
    unit: column.unit,
    description: column.description,
    rows: rows.map((row) => named(row, names)),
    total_rows: total,
    truncated: total > rows.length,
    totals: totals.map(({ entity_id: _, ...spread }) => spread),
    ...(await mayBeIncomplete(files, outputDirectory)),
  };
}

interface Wanted {
  readonly column: { readonly name: string; readonly unit: string };
  readonly kind: ResultKind;
  readonly limit: number;
}

async function groupsOf(session: QueryConnection, query: PlannedQuery | null, { column, kind, limit }: Wanted) {
  if (query === null) return { rows: [], total: 0, totals: [] };
  const ask = async ({ sql, values }: Statement) => (await session.all(sql, values)).rows;
  const rows = (await ask(query.spreads(column.name, limit))).map(groupFrom);
  const [[total] = []] = await ask(query.spreadCount());
  const sums = kind.idColumn !== null && isAdditive(column.unit) ? await ask(query.totalSpreads(column.name)) : [];
  return { rows, total: Number(total ?? 0), totals: sums.map(groupFrom) };
}

/** Prices and values per unit are not added up; flows, energies, volumes and money are. */
function isAdditive(unit: string): boolean {
  return ['MW', 'MWh', 'hm3', 'm3/s', '$'].includes(unit);
}

function groupFrom([entity, stage, block, ...spread]: readonly unknown[]) {
  const whole = (value: unknown) => (value === null ? null : Number(value));
  const { key: _, ...numbers } = spreadFrom([0, ...spread]);
  return { entity_id: whole(entity), stage_id: whole(stage), block_id: whole(block), ...numbers };
}

function named({ entity_id, ...row }: ReturnType<typeof groupFrom>, names: ReadonlyMap<number, string>): GroupSpread {
  const name = entity_id === null ? null : (names.get(entity_id) ?? String(entity_id));
  return { entity_id, name, ...row };
}

/** The discounted cost of scenarios, in $. */
export async function costSpread(
  files: Files,
  engine: QueryEngine,
  outputDirectory: string,
  signal?: AbortSignal,
): Promise<Spread | null> {
  const subject = { outputDirectory, entityType: 'costs', ...(signal ? { signal } : {}) } as const;
  const [row] = await asked(files, engine, subject, (query) =>
    query.scenarioTotals('immediate_cost', 'discount_factor'),
  ).catch(nothing);
  return row === undefined ? null : spreadFrom(row);
}

/** Scenarios by their discounted cost in $: how many fall into each equal part of the range. */
export interface CostHistogram {
  readonly low: number;
  readonly high: number;
  readonly counts: readonly number[];
}

/** Null when nothing was simulated. */
export async function costHistogram(
  files: Files,
  engine: QueryEngine,
  outputDirectory: string,
  bins: number,
): Promise<CostHistogram | null> {
  const rows = await asked(files, engine, { outputDirectory, entityType: 'costs' }, (query) =>
    query.scenarioBins('immediate_cost', 'discount_factor', bins),
  ).catch(nothing);
  if (rows.length === 0) return null;
  const counts = new Array<number>(bins).fill(0);
  for (const [bin, count] of rows) counts[Number(bin)] = Number(count);
  return { low: Number(rows[0]?.[2]), high: Number(rows[0]?.[3]), counts };
}

function nothing(cause: unknown): readonly (readonly unknown[])[] {
  if (cause instanceof Fault && cause.kind === 'OutputNotFound') return [];
  throw cause;
}

export async function asked(
  files: Files,
  engine: QueryEngine,
  { outputDirectory, entityType, signal }: ResultQuery,
  ask: (query: PlannedQuery) => Statement,
): Promise<readonly (readonly unknown[])[]> {
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
  return rows;
}

function spreadFrom(row: readonly unknown[]): Spread {
  const [key = 0, count = 0, mean = 0, std = 0, min = 0, p5 = 0, median = 0, p95 = 0, max = 0] = row.map((value) =>
    Number(jsonScalar(value) ?? 0),
  );
  return { key, count, mean, std, min, p5, median, p95, max };
}

/** Words people use, and the columns they mean. */
const words = new Map(
  Object.entries({
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
  }),
);

/** Of the tables of both generations, each column once. */
const everyColumn = new Map<string, (typeof resultTables)[number]['columns']>(
  resultTables.map(({ folder, columns }) => {
    const today = members.find(({ results }) => results.table.folder === folder)?.results.currentTable?.columns ?? [];
    const names = new Set(columns.map(({ name }) => name));
    return [`simulation/${folder}`, [...columns, ...today.filter(({ name }) => !names.has(name))]] as const;
  }),
);

function metricColumn(entityType: ResultKindName, metric: string) {
  const { folder, aliases } = resultKinds[entityType];
  const columns = everyColumn.get(folder) ?? [];
  const word = metric
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const wanted = [word, new Map(Object.entries(aliases)).get(word) ?? '', ...(words.get(word) ?? [])];
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
