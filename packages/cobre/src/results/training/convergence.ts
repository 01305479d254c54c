import { join } from 'node:path';
import { parquetOfRows, tableSchema } from '../../parquet/write.js';
import { halfWidth95, type IterationDone } from '../../sddp/index.js';
import { readRows } from '../read-table.js';

/** Columns that hold what an iteration counted or took, as it is. */
const counted = {
  'cuts_added:int32': 'cutsAdded',
  'cuts_removed:int32': 'cutsRemoved',
  'cuts_active:int64': 'cutsActive',
  'time_forward_ms:int64': 'timeForwardMs',
  'time_backward_ms:int64': 'timeBackwardMs',
  'time_total_ms:int64': 'timeTotalMs',
  'forward_passes:int32': 'forwardPasses',
  'lp_solves:int64': 'lpSolves',
} as const;
type Counted = (typeof counted)[keyof typeof counted];
const countedColumns = Object.keys(counted) as (keyof typeof counted)[];
const countedFields = Object.entries(counted).map(([column, field]) => [column.split(':')[0]!, field] as const);

const first = ['iteration:int32', 'lower_bound:double'] as const;
const last = ['ci_95:double', 'wall_time_ms:int64', 'deterministic_upper_bound?:double'] as const;

const schema = tableSchema(
  ...first,
  'upper_bound_mean:double',
  'upper_bound_std:double',
  'gap_percent?:double',
  ...countedColumns,
  ...last,
);

/** As the original writes it today, and behind it what only we tell. */
const currentSchema = tableSchema(
  ...first,
  'upper_bound:double',
  'upper_bound_std?:double',
  'upper_bound_kind:string',
  'gap_percent?:double',
  ...countedColumns,
  'mean_rows_in_lp:double',
  ...last,
);

export type ConvergenceRow = Pick<
  IterationDone,
  | Counted
  | 'iteration'
  | 'lowerBound'
  | 'upperBoundMean'
  | 'upperBoundStd'
  | 'upperBoundKind'
  | 'meanRowsInLp'
  | 'ci95'
  | 'gap'
  | 'deterministicUpperBound'
  | 'elapsedMs'
>;

export function convergenceBytes(iterations: readonly ConvergenceRow[], current: boolean): Uint8Array {
  return parquetOfRows(
    current ? currentSchema : schema,
    iterations.map((row) => ({
      iteration: row.iteration,
      lower_bound: row.lowerBound,
      ...(current
        ? {
            upper_bound: row.upperBoundMean,
            upper_bound_kind: row.upperBoundKind,
            mean_rows_in_lp: row.meanRowsInLp,
          }
        : { upper_bound_mean: row.upperBoundMean }),
      upper_bound_std: row.upperBoundStd,
      gap_percent: row.gap * 100,
      ...Object.fromEntries(countedFields.map(([column, field]) => [column, row[field]])),
      ci_95: row.ci95,
      wall_time_ms: row.elapsedMs,
      deterministic_upper_bound: row.deterministicUpperBound,
    })),
  );
}

/** The iterations of a run. */
export function readConvergence(outputDirectory: string): Promise<ConvergenceRow[]> {
  return readHistory(join(outputDirectory, 'training', 'convergence.parquet'), 'training/convergence.parquet');
}

/** Iterations from a file; columns the original does not write are worked out. */
export async function readHistory(path: string, expected: string): Promise<ConvergenceRow[]> {
  const rows = await readRows(path, expected);
  let elapsed = 0;
  return rows.map((row) => {
    const number = (name: string) => Number(row[name] ?? 0);
    elapsed += number('time_total_ms');
    const [passes, std] = [number('forward_passes'), number('upper_bound_std')];
    return {
      iteration: number('iteration'),
      lowerBound: number('lower_bound'),
      upperBoundMean: Number(row.upper_bound_mean ?? row.upper_bound ?? 0),
      upperBoundKind: row.upper_bound_kind === 'exact' ? 'exact' : 'statistical',
      meanRowsInLp: number('mean_rows_in_lp'),
      upperBoundStd: std,
      ci95: halfWidth95(std, passes),
      gap: number('gap_percent') / 100,
      deterministicUpperBound: typeof row.deterministic_upper_bound === 'number' ? row.deterministic_upper_bound : null,
      ...(Object.fromEntries(countedFields.map(([column, field]) => [field, number(column)])) as Record<
        Counted,
        number
      >),
      elapsedMs: typeof row.wall_time_ms === 'number' ? row.wall_time_ms : elapsed,
    };
  });
}
