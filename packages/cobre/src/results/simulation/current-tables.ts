/**
 * What simulations of current cases tell beyond those of old: the node of every row behind its stage, the way of each
 * scenario through the nodes, and its probability and cost. On a chain of stages the node is the stage.
 */
import type { Horizon } from '../../case/model.js';
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
  readonly #stageIds: readonly number[];
  /** Empty on a chain of stages. */
  readonly #nodeIds: readonly number[];
  /** Nodes of each scenario, stage by stage. */
  readonly #paths: (readonly number[])[] = [];

  constructor({ stages, policyGraph }: Horizon) {
    this.#stageIds = stages.map(({ id }) => id);
    this.#nodeIds = policyGraph.nodes.map(({ id }) => id);
  }

  take(result: ScenarioResult): ScenarioResult {
    const path = Array.from(result.places, (place, stage) => this.#nodeIds[place] ?? this.#stageIds[stage]!);
    this.#paths[result.scenario] = path;
    const nodeOf = new Map(this.#stageIds.map((id, stage) => [id, path[stage]!]));
    return {
      ...result,
      tables: result.tables.map((rows) => (rows.table.unstaged ? rows : this.#withNode(rows, nodeOf))),
    };
  }

  async write(folder: OutputFolder, { costs, probabilities }: SimulationSummary): Promise<void> {
    const summary = Array.from(costs, (cost, scenario_id) => ({
      scenario_id,
      probability: probabilities?.[scenario_id] ?? null,
      discounted_immediate_cost: cost,
    }));
    await folder.write('scenario_summary.parquet', parquetOfRows(summarySchema, summary));
    const paths = Array.from(costs, (_, scenario_id) =>
      this.#stageIds.map((stage_id, stage) => ({
        scenario_id,
        stage_id,
        node_id: this.#paths[scenario_id]![stage]!,
      })),
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

  #withNode({ table, rowCount, columns }: Rows, nodeOf: ReadonlyMap<number, number>): Rows {
    const [stage, ...rest] = table.columns;
    const known = this.#tables.get(table) ?? { ...table, columns: [stage!, nodeColumn, ...rest] };
    this.#tables.set(table, known);
    const ids = columns[0] as readonly number[];
    const nodes = this.#nodeIds.length === 0 ? ids : ids.map((id) => nodeOf.get(id)!);
    return { table: known, rowCount, columns: [ids, nodes, ...columns.slice(1)] };
  }
}
