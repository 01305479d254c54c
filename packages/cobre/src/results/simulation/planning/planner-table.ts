/**
 * Numbers a planner looks at first: few rows over all scenarios, in place of millions of rows of single plants. Each table
 * reads what it needs from the rows of a scenario and keeps only that; the bands are made when all scenarios are there.
 */
import type { Case } from '../../../case/model.js';
import type { TableCell } from '../../../parquet/write.js';
import type { ScenarioResult } from '../../../simulation/index.js';
import type { CellValue } from '../../../simulation/result-table.js';
import type { PlanningName } from './layout.js';

export interface PlannerTable {
  /** Its file below `simulation/`, and its name in questions. */
  readonly name: PlanningName;
  open(study: Case): OpenTable;
}

export interface OpenTable {
  /** What a scenario tells, number by number, always in the same order. */
  take(scenario: ScenarioView): Float64Array;
  /** `samples[scenario]` is what was taken; `weights` are null where scenarios weigh the same. */
  rows(samples: readonly Float64Array[], weights: Float64Array | null): PlannerRow[];
}

export type PlannerRow = Readonly<Record<string, TableCell>>;

/** The rows of one scenario, by table and column. */
export class ScenarioView {
  readonly #tables: ScenarioResult['tables'];

  constructor({ tables }: ScenarioResult) {
    this.#tables = tables;
  }

  column(folder: string, name: string): readonly CellValue[] {
    const rows = this.#tables.find(({ table }) => table.folder === folder);
    const position = rows?.table.columns.findIndex((column) => column.name === name) ?? -1;
    return rows?.columns[position] ?? [];
  }

  numbers(folder: string, ...names: readonly string[]): readonly (readonly number[])[] {
    return names.map((name) => this.column(folder, name) as readonly number[]);
  }
}
