import type { CellValue, ResultTable } from './result-table.js';
import type { SolvedStage } from './solved-stage.js';

/** The rows of one scenario, column by column, as writers want them. */
export interface TableRows {
  readonly table: ResultTable;
  readonly rowCount: number;
  /** One list per column of the table. */
  readonly columns: readonly (readonly CellValue[])[];
}

export class ScenarioRows {
  readonly #tables: { readonly table: ResultTable; readonly columns: CellValue[][] }[];

  constructor(tables: readonly ResultTable[]) {
    this.#tables = tables.map((table) => ({ table, columns: table.columns.map(() => []) }));
  }

  take(solved: SolvedStage): void {
    for (const { table, columns } of this.#tables) {
      table.rows(solved, (...values) => {
        for (let k = 0; k < columns.length; k++) columns[k]!.push(values[k] ?? null);
      });
    }
  }

  finish(): TableRows[] {
    return this.#tables.map(({ table, columns }) => ({ table, columns, rowCount: columns[0]?.length ?? 0 }));
  }
}
