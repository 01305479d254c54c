import type { Case } from '../../../case/model.js';
import { parquetOfRows, tableSchema } from '../../../parquet/write.js';
import type { ScenarioResult, SimulationSummary } from '../../../simulation/index.js';
import type { OutputFolder } from '../../folder/output-folder.js';
import { deficitRisk } from './deficit-risk.js';
import { planningLayouts } from './layout.js';
import { marginalCosts } from './marginal-costs.js';
import { type OpenTable, type PlannerTable, ScenarioView } from './planner-table.js';
import { storedEnergy } from './stored-energy.js';
import { thermalClasses } from './thermal-classes.js';

const plannerTables: readonly PlannerTable[] = [storedEnergy, marginalCosts, deficitRisk, thermalClasses];

/** Collects while scenarios come, and writes when they are there; a table without rows has no file. */
export class PlannerTables {
  readonly #open: readonly {
    readonly table: PlannerTable;
    readonly own: OpenTable;
    readonly samples: Float64Array[];
  }[];

  constructor(study: Case) {
    this.#open = plannerTables.map((table) => ({ table, own: table.open(study), samples: [] }));
  }

  take(result: ScenarioResult): void {
    const view = new ScenarioView(result);
    for (const { own, samples } of this.#open) samples.push(own.take(view));
  }

  async write(folder: OutputFolder, { probabilities }: SimulationSummary): Promise<void> {
    for (const { table, own, samples } of this.#open) {
      const rows = samples.length === 0 ? [] : own.rows(samples, probabilities);
      if (rows.length > 0)
        await folder.write(
          `${table.name}.parquet`,
          parquetOfRows(tableSchema(...planningLayouts[table.name].columns), rows),
        );
    }
  }
}
