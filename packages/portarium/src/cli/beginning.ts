/**
 * The beginning of a database: file, tables, workspace, sample and the file with the key, which cannot all appear in one
 * breath. A mark beside the database stands from before its first byte until the last of them is there, so that whoever
 * starts after a kill knows that something is missing and finishes it. The seat of the engine keeps two that begin at the
 * same moment apart, and the operating system gives it back when its holder dies.
 */
import { closeSync, existsSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@quadrivium/kernel';
import { takeSeat } from '../store/engine-seat.js';

/** No file yet, or one whose beginning was broken off; a database server knows itself what it has. */
const isUnbegun = (db: string): boolean =>
  !/^postgres(?:ql)?:/.test(db) && (!existsSync(db) || statSync(db).size === 0 || existsSync(markOf(db)));

/** Nothing when somebody else has done it meanwhile. `wasBrokenOff` says that parts of it may be there already. */
export async function beginOnce<T>(
  db: string,
  say: (text: string) => void,
  work: (wasBrokenOff: boolean) => Promise<T>,
): Promise<T | undefined> {
  for (let waits = 0; isUnbegun(db); waits += 1) {
    makeFile(db);
    const seat = takeSeat(db, 'beginning');
    if (seat === undefined) {
      if (waits === waitsUntilSaid) say(`Waiting for another process that makes ${db}.\n`);
      await sleep(waitMs);
      continue;
    }
    try {
      if (isUnbegun(db)) return await marked(markOf(db), work);
    } finally {
      seat.leave();
    }
  }
  return undefined;
}

const waitMs = 50;
/** Two seconds. */
const waitsUntilSaid = 40;

/** What fails leaves the mark: something may have been made by then. */
async function marked<T>(mark: string, work: (wasBrokenOff: boolean) => Promise<T>): Promise<T> {
  const wasBrokenOff = existsSync(mark);
  closeSync(openSync(mark, 'a', 0o600));
  const made = await work(wasBrokenOff);
  rmSync(mark);
  return made;
}

/** The same for every path that leads to the database. */
const markOf = (db: string): string => `${realpathSync(db)}.unfinished`;

/** Runs and evidence are nobody else's business, from the first byte on. */
export function makeFile(db: string): void {
  try {
    closeSync(openSync(db, 'a', 0o600));
  } catch (error) {
    throw new Fault('BadUsage', `The database ${resolve(db)} cannot be made: ${(error as Error).message}`, {
      context: { file: resolve(db) },
      suggestion:
        'Give --db a file in a folder that you may write to; programs that start servers have folders of their own.',
      cause: error,
    });
  }
}
