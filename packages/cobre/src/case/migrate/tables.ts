import { parquetOfRows, type TableCell, type TableColumn } from '../../parquet/write.js';
import { isoDateOf } from '../read/calendar.js';
import type { RawCase } from '../registry.js';
import { type Column, columnsIn, type Table } from '../table/column.js';

type Row = Readonly<Record<string, unknown>>;

/** A table as current cases write it: other names of columns, and no column that says nothing. */
export function currentTable(table: Table, rows: readonly Row[]): Uint8Array {
  const used = [...columnsIn(table, 'current')].filter(
    ([, { name, column }]) => !column.optional || rows.some((row) => (row[name] ?? null) !== null),
  );
  const columns = used.map(([stored, { name, column }]) => columnOf(stored, column, rows, name));
  const written = rows.map((row) =>
    Object.fromEntries(used.map(([stored, { name, column }]) => [stored, cellOf(column, row[name])])),
  );
  return parquetOfRows(columns, written as Record<string, TableCell>[]);
}

function columnOf(stored: string, { type, optional }: Column, rows: readonly Row[], name: string): TableColumn {
  const words = type === 'id' && rows.some((row) => typeof row[name] === 'string');
  return {
    name: stored,
    type: type === 'double' ? 'double' : words || type === 'date' ? 'string' : 'int32',
    nullable: optional,
  };
}

function cellOf({ type }: Column, value: unknown): TableCell {
  if (value === undefined || value === null) return null;
  if (type === 'date') return isoDateOf(value as number);
  return value as TableCell;
}

/** Step 9: one bound and a sense become two bounds. */
export function twoBounds(raw: RawCase): Row[] {
  const senses = new Map((raw.genericConstraints?.constraints ?? []).map(({ id, sense }) => [String(id), sense]));
  return (raw.genericBounds ?? []).map(({ bound, ...row }) => {
    const sense = senses.get(String(row.constraint_id));
    return { ...row, bound_lower: sense === '<=' ? null : bound, bound_upper: sense === '>=' ? null : bound };
  });
}

/** Step 10: an observation was for a month that began on its date; now it says until when. */
export function windows(rows: NonNullable<RawCase['inflowHistory']>): Row[] {
  return rows.map((row) => {
    const start = new Date(row.date * 86_400_000);
    const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1) / 86_400_000;
    const next = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) / 86_400_000;
    return { ...row, date: first, end_date: next };
  });
}

/** Step 11: factors of a block become capacities of the block. */
export function lineRows(raw: RawCase): Row[] {
  const rows = [...(raw.lineBounds ?? [])];
  const factors = (raw.exchangeFactors?.exchange_factors ?? []).flatMap(({ line_id, stage_id, block_factors }) => {
    const line = raw.lines.lines.find(({ id }) => String(id) === String(line_id));
    const own = rows.find((row) => String(row.line_id) === String(line_id) && row.stage_id === stage_id);
    const direct = own?.direct_mw ?? line?.capacity.direct_mw ?? 0;
    const reverse = own?.reverse_mw ?? line?.capacity.reverse_mw ?? 0;
    return block_factors.map(({ block_id, direct_factor, reverse_factor }) => ({
      line_id,
      stage_id,
      block_id,
      direct_mw: direct * direct_factor,
      reverse_mw: reverse * reverse_factor,
    }));
  });
  return [...rows, ...factors];
}
