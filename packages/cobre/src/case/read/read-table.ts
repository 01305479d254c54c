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
    const detail = damageOf(error);
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

/** What is wrong with bytes. Decoders that stumble over damaged ones speak of themselves, which helps nobody. */
function damageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOfDecoder = error instanceof TypeError || error instanceof RangeError || /undefined/.test(error.message);
  return isOfDecoder ? 'its bytes are damaged' : error.message;
}

function readColumns(file: string, table: Table, raw: RawTable, generation: Generation): ReadTable {
  const known = columnsIn(table, generation);
  const older = generation === 'current' ? olderNames(table) : new Map<string, string>();
  const findings: Finding[] = unknownColumns(file, known, raw, older);
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

/** Names of release 0.5.1 that current cases have no more, with what to do about them. */
function olderNames(table: Table): ReadonlyMap<string, string> {
  const names = Object.entries(table.columns).flatMap(([name, { only, renamed }]): [string, string][] => {
    if (renamed !== undefined) return [[name, `Rename it to '${renamed}'.`]];
    return only === 'cobre-0.5' ? [[name, `Use ${currentOnly(table)} instead.`]] : [];
  });
  return new Map(names);
}

function currentOnly(table: Table): string {
  const names = Object.entries(table.columns).flatMap(([name, { only }]) => (only === 'current' ? [name] : []));
  return names.filter((name) => name !== 'block_id').join(', ');
}

/** A column nobody knows is told; one that means something in release 0.5.1 would be lost, so that it is an error. */
function unknownColumns(
  file: string,
  columns: ReturnType<typeof columnsIn>,
  raw: RawTable,
  older: ReadonlyMap<string, string>,
): Finding[] {
  const known = [...columns].flatMap(([name, { column }]) => [name, ...(column.aliases ?? [])]);
  return [...raw.columns.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const advice = older.get(name);
      const context = { file, entity_id: null, field: name, expected: 'a column that has an effect', actual: name };
      if (advice !== undefined) {
        const message = `${file}: '${name}' is a column of release 0.5.1, which the current format does not have.`;
        return asError(2, errorRecord('SchemaViolation', message, context, advice));
      }
      const meant = closestWord(name, known);
      const message = `${file}: column '${name}' has no effect: it is not a known column.`;
      const suggestion = meant ? `Did you mean '${meant}'?` : `Remove '${name}', or use one of: ${known.join(', ')}.`;
      return asWarning(2, errorRecord('SchemaViolation', message, context, suggestion));
    });
}

function idleColumn(file: string, name: string, reason: string): ErrorRecord {
  const context = { file, entity_id: null, field: name, expected: 'a column that has an effect', actual: name };
  const message = `${file}: column '${name}' has no effect: ${reason}.`;
  return errorRecord('SchemaViolation', message, context, `Leave '${name}' out.`);
}
