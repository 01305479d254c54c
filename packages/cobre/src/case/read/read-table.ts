import { closestWord } from '@quadrivium/kernel/essentials';
import type { ErrorRecord } from '../../faults.js';
import { openTable, type RawTable } from '../../parquet/table.js';
import { asError, asWarning, errorRecord, type Finding } from '../finding.js';
import type { Generation } from '../generation/generation.js';
import { type Column, columnsIn, type Table } from '../table/column.js';
import { checkColumn, typeError } from './column-values.js';

export interface ReadTable {
  /** Null when the file could not be read as this table. */
  readonly rows: readonly Record<string, unknown>[] | null;
  readonly rowCount: number;
  readonly findings: readonly Finding[];
}

export function readTable(file: string, table: Table, bytes: Uint8Array, generation: Generation): ReadTable {
  try {
    return readColumns(file, table, openTable(bytes), generation);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const context = { file, line: null, detail };
    const suggestion = 'Write the file again as Parquet.';
    const failure = errorRecord(
      'ParseError',
      `${file} is not a readable Parquet file: ${detail}.`,
      context,
      suggestion,
    );
    return { rows: null, rowCount: 0, findings: [asError(1, failure)] };
  }
}

function readColumns(file: string, table: Table, raw: RawTable, generation: Generation): ReadTable {
  const known = columnsIn(table, generation);
  const findings: Finding[] = unknownColumns(file, known, raw).map((found) => asWarning(2, found));
  const columns: [string, readonly unknown[]][] = [];
  for (const [wanted, { name, column }] of known) {
    const stored = storedName(wanted, column, raw);
    if (stored === null) {
      if (!column.optional) findings.push(asError(2, missingColumn(file, wanted)));
      continue;
    }
    const target = { file, name: stored, column };
    const mistyped = typeError(target, raw.columns.get(stored) ?? { name: stored });
    const checked = mistyped ? null : checkColumn(target, raw.values(stored));
    if (checked?.ok) columns.push([name, checked.values]);
    else findings.push(asError(2, mistyped ?? (checked as { error: ErrorRecord }).error));
    if (
      checked?.ok &&
      column.noEffect !== undefined &&
      (column.noEffectIn ?? generation) === generation &&
      checked.values.some((v) => v !== null)
    ) {
      findings.push(asWarning(2, idleColumn(file, wanted, column.noEffect)));
    }
  }
  const failed = findings.some((f) => f.severity === 'error');
  return { rows: failed ? null : toRows(table, columns, raw.rowCount), rowCount: raw.rowCount, findings };
}

function storedName(name: string, column: Column, raw: RawTable): string | null {
  return [name, ...(column.aliases ?? [])].find((candidate) => raw.columns.has(candidate)) ?? null;
}

function toRows(table: Table, columns: [string, readonly unknown[]][], rowCount: number): Record<string, unknown>[] {
  const byName = new Map(columns);
  const all = Object.keys(table.columns).map((name) => [name, byName.get(name)] as const);
  return Array.from({ length: rowCount }, (_, i) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of all) row[name] = values === undefined ? null : values[i];
    return row;
  });
}

function missingColumn(file: string, name: string): ErrorRecord {
  return errorRecord(
    'SchemaViolation',
    `${file}: required column '${name}' is missing.`,
    { file, entity_id: null, field: name, expected: `column '${name}'`, actual: null },
    `Add a column '${name}' to ${file}.`,
  );
}

function unknownColumns(file: string, columns: ReturnType<typeof columnsIn>, raw: RawTable): ErrorRecord[] {
  const known = [...columns].flatMap(([name, { column }]) => [name, ...(column.aliases ?? [])]);
  return [...raw.columns.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = closestWord(name, known);
      return errorRecord(
        'SchemaViolation',
        `${file}: column '${name}' has no effect: it is not a known column.`,
        { file, entity_id: null, field: name, expected: 'a column that has an effect', actual: name },
        meant ? `Did you mean '${meant}'?` : null,
      );
    });
}

function idleColumn(file: string, name: string, reason: string): ErrorRecord {
  return errorRecord('SchemaViolation', `${file}: column '${name}' has no effect: ${reason}.`, {
    file,
    entity_id: null,
    field: name,
    expected: 'a column that has an effect',
    actual: name,
  });
}
