import { nodeCrypto } from './sign/node-crypto.js';
import { openSqlite, type SqliteDatabase } from './store/sqlite-driver.js';
import { databaseLines } from './store/sqlite-lines.js';
import { hasTables, unprotectedBy } from './store/sqlite-schema.js';
import type { Finding, Warning } from './verify/problem.js';
import { type VerifyOptions, type VerifyReport, verifyLines } from './verify/verify-lines.js';

export type DatabaseVerifyOptions = Omit<VerifyOptions, 'crypto'>;

/** Verifies every chain in a database file without writing to it. */
export async function verifyDatabase(path: string, options: DatabaseVerifyOptions = {}): Promise<VerifyReport> {
  const database = openSqlite(path, { readOnly: true });
  try {
    return await verifyOpen(database, options);
  } finally {
    database.close();
  }
}

export function hasLedger(path: string): boolean {
  const database = openSqlite(path, { readOnly: true });
  try {
    return hasTables(database);
  } finally {
    database.close();
  }
}

async function verifyOpen(database: SqliteDatabase, options: DatabaseVerifyOptions): Promise<VerifyReport> {
  const damage = damageOf(database);
  try {
    if (!hasTables(database)) return withDamage(emptyReport, ['This database holds no ledger.']);
    const warnings: Warning[] = unprotected(database);
    const report = await verifyLines(databaseLines(database), { ...options, crypto: nodeCrypto });
    return withDamage({ ...report, warnings: [...warnings, ...report.warnings] }, damage);
  } catch (error) {
    // SQLite could not read the file to its end; that is a finding about the file, not a bug of ours.
    return withDamage(emptyReport, [...damage, `The database cannot be read to its end: ${(error as Error).message}.`]);
  }
}

const emptyReport: VerifyReport = { valid: true, chains: [], problems: [], moreProblems: 0, warnings: [] };

/** What SQLite itself finds wrong with the file, for instance an index that no longer agrees with its table. */
function damageOf(database: SqliteDatabase): readonly string[] {
  try {
    const rows = database.prepare('PRAGMA integrity_check(20)').all();
    return rows.map((row) => String(Object.values(row)[0])).filter((finding) => finding !== 'ok');
  } catch (error) {
    return [(error as Error).message];
  }
}

function withDamage(report: VerifyReport, damage: readonly string[]): VerifyReport {
  if (damage.length === 0) return report;
  const found = damage.map((reason): Finding => ({ chain: '', kind: 'database-damaged', reason }));
  return { ...report, valid: false, problems: [...report.problems, ...found] };
}

function unprotected(database: SqliteDatabase): Warning[] {
  const missing = unprotectedBy(database);
  return missing.length === 0 ? [] : [{ kind: 'unprotected', chain: '', missing }];
}
