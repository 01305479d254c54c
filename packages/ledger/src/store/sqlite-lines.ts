import { checkpointLine, headerLine } from '../format/checkpoint.js';
import { type Cut, cutLine } from '../format/cut.js';
import type { SqliteDatabase, SqliteRow, SqliteStatement } from './sqlite-driver.js';
import { checkpointColumns, cutColumns, entryColumns, rowCheckpoint, rowCut, rowLine } from './sqlite-rows.js';

/**
 * Everything in a database as an export, for the verifier. Rows are read from the table itself in the order they were
 * written, never through an index, because an index may tell a different story than the bytes in the row.
 */
export function* databaseLines(database: SqliteDatabase): Generator<string> {
  for (const chain of chainNames(database)) {
    yield headerLine(chain);
  }
  for (const cut of databaseCuts(database)) yield cutLine(cut);
  const checkpoints = `SELECT ${checkpointColumns} FROM ledger_checkpoints ORDER BY chain, seq, public_key`;
  for (const row of rowsOf(database, checkpoints)) yield checkpointLine(rowCheckpoint(row));
  const entries = `SELECT ${entryColumns} FROM ledger_entries NOT INDEXED ORDER BY rowid`;
  for (const row of rowsOf(database, entries)) yield rowLine(row);
}

/** All cuts, each chain's in order. A database of an earlier version has no table of them. */
export function databaseCuts(database: SqliteDatabase): readonly Cut[] {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'ledger_cuts'";
  if (database.prepare(table).get() === undefined) return [];
  return database.prepare(`SELECT ${cutColumns} FROM ledger_cuts ORDER BY chain, seq`).all().map(rowCut);
}

/** Statements whose rows are being read. */
const reading = new Set<SqliteStatement>();

/**
 * Whoever takes the rows may wait between two of them, for a signature to be checked. The driver's iterator does not keep
 * its statement alive meanwhile: when it is garbage-collected, the next row ends the process (SIGSEGV).
 */
function* rowsOf(database: SqliteDatabase, sql: string): Generator<SqliteRow> {
  const statement = database.prepare(sql);
  reading.add(statement);
  try {
    yield* statement.iterate();
  } finally {
    reading.delete(statement);
  }
}

/** Chains that only a checkpoint still remembers count too: their entries are gone. */
function chainNames(database: SqliteDatabase): string[] {
  const names = 'SELECT chain FROM ledger_entries UNION SELECT chain FROM ledger_checkpoints ORDER BY chain';
  return database
    .prepare(names)
    .all()
    .map(({ chain }) => chain as string);
}
