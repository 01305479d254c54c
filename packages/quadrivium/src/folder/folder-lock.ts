/**
 * One process per folder. The lock is a transaction on a database of its own: the operating system ends it with the
 * process, however that dies, so there is never a stale one to clean up.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '@quadrivium/ledger';
import { quadriviumFault } from '../faults.js';
import { type RunningNote, readRunningNote } from './running-note.js';

export interface FolderLock {
  release(): void;
}

/** Nothing when another process holds the folder. */
export function tryLock(folder: string): FolderLock | undefined {
  let database: ReturnType<typeof openSqlite> | undefined;
  try {
    // Opening a new database writes to it, so already this may meet another process.
    database = openSqlite(join(folder, 'lock.db'), { busyTimeoutMs: 0 });
    database.exec('BEGIN IMMEDIATE');
    return heldIn(database);
  } catch (error) {
    database?.close();
    if (/locked|busy/i.test(String(error))) return undefined;
    throw error;
  }
}

function heldIn(database: ReturnType<typeof openSqlite>): FolderLock {
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

export function lockFolder(folder: string): FolderLock {
  const lock = tryLock(folder);
  if (lock !== undefined) return lock;
  const note = readRunningNote(folder);
  const where = note === undefined ? '' : ` at ${note.url} (process ${note.pid})`;
  throw quadriviumFault('FolderInUse', `Quadrivium runs on ${folder} already${where}.`, {
    context: { folder, ...note },
    suggestion: 'Use that one, stop it, or start on another folder with --data.',
  });
}

/** Only the lock says whether somebody lives there; the note says where. */
export function holderOf(folder: string): RunningNote | 'somewhere' | undefined {
  if (!existsSync(folder)) return undefined;
  try {
    const lock = tryLock(folder);
    if (lock === undefined) return readRunningNote(folder) ?? 'somewhere';
    lock.release();
  } catch {
    // A folder that cannot be written is the finding of another check.
  }
  return undefined;
}
