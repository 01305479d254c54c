/**
 * What simulations of current cases tell beyond those of old: the node of every row behind its stage, the way of each
 * scenario through the nodes, and its probability and cost. On a chain of stages the node is the stage.
 */
import { parquetOfRows, tableSchema } from '../../parquet/write.js';
import type { ScenarioResult, SimulationSummary } from '../../simulation/index.js';
import type { OutputFolder } from '../folder/output-folder.js';

type Rows = ScenarioResult['tables'][number];

const nodeColumn = {
  name: 'node_id',
  type: 'int32',
  nullable: false,
  unit: '',
  description: 'Node of the policy graph; the stage on a chain',
} as const;

const summarySchema = tableSchema('scenario_id:int32', 'probability?:double', 'discounted_immediate_cost:double');
const pathSchema = tableSchema('scenario_id:int32', 'stage_id:int32', 'node_id:int32');

/** The share of scenarios whose mean cost is told as a tail. */
const tailShare = 0.05;

export class CurrentTables {
  readonly #tables = new Map<Rows['table'], Rows['table']>();
  #stageIds: readonly number[] = [];

  take(result: ScenarioResult): ScenarioResult {
    // Costs have one row per stage, in order.
    const costs = result.tables.find(({ table }) => table.folder === 'costs');
    if (this.#stageIds.length === 0) this.#stageIds = [...new Set(costs?.columns[0] as readonly number[] | undefined)];
    return { ...result, tables: result.tables.map((rows) => this.#withNode(rows)) };
  }

  async write(folder: OutputFolder, { costs, probabilities }: SimulationSummary): Promise<void> {
    const summary = Array.from(costs, (cost, scenario_id) => ({
      scenario_id,
      probability: probabilities?.[scenario_id] ?? null,
      discounted_immediate_cost: cost,
    }));
    await folder.write('scenario_summary.parquet', parquetOfRows(summarySchema, summary));
    const paths = Array.from(costs, (_, scenario_id) =>
      this.#stageIds.map((stage_id) => ({ scenario_id, stage_id, node_id: stage_id })),
    );
    await folder.write('paths.parquet', parquetOfRows(pathSchema, paths.flat()));
  }

  /** The mean of the costliest scenarios. */
  tailOf({ costs, probabilities }: SimulationSummary): { readonly cvar_95: number | null } {
    const order = [...costs.keys()].sort((a, b) => costs[b]! - costs[a]! || a - b);
    let left = tailShare;
    let sum = 0;
    for (const k of order) {
      const mass = Math.min(left, probabilities?.[k] ?? 1 / costs.length);
      sum += mass * costs[k]!;
      left -= mass;
    }
    return { cvar_95: costs.length === 0 ? null : sum / (tailShare - left) };
  }

  #withNode({ table, rowCount, columns }: Rows): Rows {
    const [stage, ...rest] = table.columns;
    const known = this.#tables.get(table) ?? { ...table, columns: [stage!, nodeColumn, ...rest] };
    this.#tables.set(table, known);
    return { table: known, rowCount, columns: [columns[0]!, columns[0]!, ...columns.slice(1)] };
  }
}
