import type { Case } from '../case/model.js';
import type { SolvedStage } from './solved-stage.js';

/** Dates are days since 1970-01-01. */
export type ColumnType = 'int32' | 'int8' | 'double' | 'boolean' | 'date';
export type CellValue = number | boolean | null;

export interface ResultColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly unit: string;
  readonly description: string;
}

/** One kind of simulation result: its columns, and its rows in a solved stage. */
export interface ResultTable {
  /** Folder below `simulation/`. */
  readonly folder: string;
  readonly columns: readonly ResultColumn[];
  /** True when its rows belong to no stage, so that they name neither stage nor node. */
  readonly unstaged?: true;
  /** False where a case has nothing to tell in this table; it always has when this is not given. */
  isTold?(study: Case): boolean;
  rows(solved: SolvedStage, add: (...values: CellValue[]) => void): void;
}

/** `name: [unit, description]`; a `?` after the name makes the column nullable, the type is double unless said. */
export function doubles(spec: Readonly<Record<string, readonly [unit: string, description: string]>>): ResultColumn[] {
  return Object.entries(spec).map(([key, [unit, description]]) => ({
    name: key.replace('?', ''),
    type: 'double',
    nullable: key.endsWith('?'),
    unit,
    description,
  }));
}

export function whole(
  name: string,
  description: string,
  options: { nullable?: boolean; type?: ColumnType } = {},
): ResultColumn {
  return { name, type: options.type ?? 'int32', nullable: options.nullable ?? false, unit: '', description };
}

export const stageColumn = whole('stage_id', 'Stage of the study');
export const blockColumn = whole('block_id', 'Block of the stage; null for the stage as a whole', { nullable: true });
export const stateColumn = whole('operative_state_code', 'See operative_state in dictionaries/codes.json', {
  type: 'int8',
});

/** Codes of `operative_state_code`. */
export const operativeState = { deactivated: 0, maintenance: 1, operating: 2, saturated: 3, filling: 4 } as const;
