import { existsSync } from 'node:fs';
import { ledgerFault } from '../faults.js';
import type { SqliteLedger } from '../store/sqlite-ledger.js';

/** Opens the ledger for one command. SQLite is loaded only here, for an export can be verified without it. */
export async function withLedger<T>(path: string, work: (ledger: SqliteLedger) => Promise<T>): Promise<T> {
  if (!existsSync(path)) {
    throw ledgerFault('InvalidInput', `There is no database at ${path}.`, { context: { path } });
  }
  const { hasLedger } = await import('../verify-database.js');
  if (!hasLedger(path)) {
    // Opening it as a ledger would add our tables to somebody else's database.
    throw ledgerFault('InvalidInput', `The database at ${path} holds no ledger.`, { context: { path } });
  }
  return withNewLedger(path, work);
}

/** The same, but makes the database and the tables where they are missing. */
export async function withNewLedger<T>(path: string, work: (ledger: SqliteLedger) => Promise<T>): Promise<T> {
  const { openSqliteLedger } = await import('../store/sqlite-ledger.js');
  const ledger = openSqliteLedger(path);
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}
