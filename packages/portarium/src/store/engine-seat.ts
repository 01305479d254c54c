/**
 * A database file has one seat, and one engine at a time sits on it; others may work on the same file without. The lock
 * is a transaction on a small file of its own beside the database: the operating system ends it with the process, however
 * that dies. So whoever gets the seat knows that everybody who had it before is gone, and need not wait for their leases.
 */
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { openSqlite, type SqliteDatabase } from '@quadrivium/ledger';

export interface EngineSeat {
  /** The name to hold leases by: it says that its bearer had the seat. */
  readonly owner: string;
  /** Whether the bearer of a name is certainly dead. Of those who never had the seat nobody can say. */
  isGone(owner: string): boolean;
  leave(): void;
}

const mark = 'seat:';

/** Nothing when another engine sits there, in this process or in another one. */
export function takeSeat(database: string, name: string): EngineSeat | undefined {
  const lock = tryLock(lockFile(database));
  if (lock === undefined) return undefined;
  const owner = `${mark}${name}`;
  return {
    owner,
    isGone: (other) => other.startsWith(mark) && other !== owner,
    leave() {
      lock.exec('ROLLBACK');
      lock.close();
    },
  };
}

/** Opening may fail as well: two that make the file at the same moment are in each other's way. */
function tryLock(file: string): SqliteDatabase | undefined {
  let lock: SqliteDatabase | undefined;
  try {
    lock = openSqlite(file, { busyTimeoutMs: 0 });
    lock.exec('BEGIN IMMEDIATE');
    return lock;
  } catch (error) {
    lock?.close();
    if (/locked|busy/i.test(String(error))) return undefined;
    throw error;
  }
}

/** The same for every path that leads to the database, and as private as the database. */
function lockFile(database: string): string {
  const file = `${realpathSync(database)}.engine`;
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  return file;
}
