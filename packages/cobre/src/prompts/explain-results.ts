import { completeDirectory, definePrompt } from '@quadrivium/kernel';
import * as z from 'zod';
import type { QueryEngine } from '../query/query-engine.js';
import {
  type GroupSpread,
  type MetricStatistics,
  metricStatistics,
  type Spread,
} from '../service/answers/statistics.js';
import { conversation } from './messages.js';
import { sample, textTable } from './text-table.js';

const entityTypes = ['hydros', 'thermals', 'buses', 'costs'] as const;

export const explainResultsPrompt = (engine: QueryEngine) =>
  definePrompt({
    name: 'cobre/explain-results',
    title: 'Explain results',
    description: 'Explains a metric of the simulation results in terms of hydrothermal dispatch.',
    arguments: z.object({
      output_dir: z.string().describe('Absolute path to the output directory'),
      entity_type: z.enum(entityTypes).describe('Entity type to explain'),
      metric: z
        .string()
        .describe("Specific metric to focus on (e.g., 'storage', 'generation', 'marginal_cost', 'deficit')"),
    }),
    complete: { output_dir: completeDirectory() },
    async run({ output_dir, entity_type, metric }, { files, signal }) {
      const subject = { outputDirectory: output_dir, entityType: entity_type, limit: mostGroups, signal };
      const statistics = await metricStatistics(files, engine, subject, metric);
      return conversation(
        {
          from: 'user',
          text: `Explain the ${metric} of the ${entity_type} in the simulation results of ${output_dir}.`,
        },
        { from: 'user', text: knowledge(statistics) },
        { from: 'user', text: task(output_dir, entity_type, statistics.column) },
      );
    },
  });

/** A page or two of numbers; cobre/statistics has the rest. */
const mostGroups = 240;

const header = ['mean', 'std', 'min', 'p5', 'median', 'p95', 'max'];

function numbers({ mean, std, min, p5, median, p95, max }: Omit<Spread, 'key'>): number[] {
  return [mean, std, min, p5, median, p95, max];
}

function knowledge({ column, unit, description, rows, totals, total_rows, incomplete }: MetricStatistics): string {
  const blocks = rows.some(({ block_id }) => block_id !== null && block_id > 0);
  const place = ({ stage_id, block_id }: Pick<GroupSpread, 'stage_id' | 'block_id'>) =>
    blocks ? [stage_id, block_id] : [stage_id];
  const placeHeader = blocks ? ['stage_id', 'block_id'] : ['stage_id'];
  const entities = rows.some(({ entity_id }) => entity_id !== null);
  const listed = rows.map((row) => [
    ...(entities ? [`${row.entity_id} ${row.name}`] : []),
    ...place(row),
    ...numbers(row),
  ]);
  const left = total_rows > rows.length ? `, the first ${rows.length} of ${total_rows}` : '';
  return [
    ...(incomplete ? [`${incomplete.note} Say so, and do not speak of the whole.`, ''] : []),
    `Column ${column}${unit === '' ? '' : ` in ${unit}`}: ${description}.`,
    `Statistics over scenarios, for each ${entities ? 'entity and ' : ''}${blocks ? 'stage and block' : 'stage'}${left}:`,
    textTable([...(entities ? ['entity'] : []), ...placeHeader, ...header], listed),
    ...(totals.length === 0
      ? []
      : [
          '',
          'Totals: the sum over all entities, over scenarios, by stage:',
          textTable(
            placeHeader.concat(header),
            sample(totals, 60).map((spread) => [...place(spread), ...numbers(spread)]),
          ),
        ]),
  ].join('\n');
}

/** How to read the tables, per kind of entity. */
const reading: Readonly<Record<(typeof entityTypes)[number], string>> = {
  hydros:
    'Reservoirs move water from wet to dry stages. water_value_per_hm3 is what one more hm3 would save later: it rises when storage is low or the future dry, and is 0 where water is spilled. Storage at its maximum with spillage means water without value; storage at its minimum with deficit or dear thermals means scarcity. Plants upstream are worth their own production plus that of the plants below.',
  thermals:
    'Thermals run in the order of cost_per_mwh where lines do not bind; the last one running sets the price of its bus. One that runs below its price is held by a minimum; one that runs only in the p95 scenarios is reserve against drought.',
  buses:
    'spot_price is the marginal cost of load: equal to a running thermal, to the value of water, or to a deficit segment. Prices of two buses differ by more than the exchange cost only when the line between them is full. Deficit in median scenarios means missing capacity; only in p95, missing energy in droughts.',
  costs:
    'total_cost includes the future, so never add it over stages: a scenario costs the sum of discount_factor times immediate_cost. Violation costs above 0 mean constraints that could not be met, and the cost of their slack. A heavy p95 against the median measures the risk of the policy.',
};

function task(outputDirectory: string, entityType: (typeof entityTypes)[number], column: string): string {
  return [
    'How to read this:',
    reading[entityType],
    '',
    'Now:',
    `1. Call cobre/query-results with output_dir "${outputDirectory}", entity_type "${entityType}" and columns such as ["stage_id", "scenario_id", "${column}"] for the stages or entities that stand out; look at the other tables (hydros, thermals, buses, costs) for the cause.`,
    '2. Where the tables above leave a question open, compute the mean, the standard deviation and percentiles over the scenarios yourself, or call cobre/statistics with other entities, stages or metrics.',
    '3. Interpret: explain the pattern over the stages in terms of water values, the order in which thermals are dispatched, deficit and the use of reservoirs, and name the entities that matter.',
    '4. Name anomalies and patterns: values at a limit in all scenarios, violations, deficit, spillage beside thermal generation, prices above the dearest thermal.',
    '5. Finish with what a planner should do or check.',
  ].join('\n');
}
