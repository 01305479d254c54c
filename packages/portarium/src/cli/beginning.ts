/**
 * The beginning of a database: file, tables, workspace, sample and the file with the key, which cannot all appear in one
 * breath. A mark beside the database stands from before its first byte until the last of them is there, so that whoever
 * starts after a kill knows that something is missing and finishes it. The seat of the engine keeps two that begin at the
 * same moment apart, and the operating system gives it back when its holder dies.
 */

import { closeSync, existsSync, openSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@quadrivium/kernel';
import { writeWholeNow } from '@quadrivium/kernel/essentials';
import type { Environment } from '../domain/tier.js';
import { takeSeat } from '../store/engine-seat.js';

/** No file yet, or one whose beginning was broken off; a database server knows itself what it has. */
const isUnbegun = (db: string): boolean =>
  !/^postgres(?:ql)?:/.test(db) && (!existsSync(db) || statSync(db).size === 0 || existsSync(markOf(db)));

/** What is to be made. */
export interface Beginning {
  readonly workspaceId: string;
  readonly admin: string;
  readonly environment: Environment;
  readonly name?: string;
}

/** Stands while something may be missing. */
export interface Mark {
  /** Parts of it may be there already. */
  readonly wasBrokenOff: boolean;
  /** What somebody was about to make who did not come to the end of it, where that is known. */
  readonly begun?: Beginning;
  /** To be told before anything of it is made, so that whoever finishes it makes the same. */
  note(beginning: Beginning): void;
}

export interface Waiter {
  readonly say: (text: string) => void;
  /** Ends the waiting for another process. */
  readonly signal?: AbortSignal;
}

/** Nothing when somebody else has done it meanwhile. */
export async function beginOnce<T>(
  db: string,
  { say, signal }: Waiter,
  work: (mark: Mark) => Promise<T>,
): Promise<T | undefined> {
  for (let waits = 0; isUnbegun(db); waits += 1) {
    signal?.throwIfAborted();
    makeFile(db);
    const seat = takeSeat(db, 'beginning');
    if (seat === undefined) {
      if (waits === waitsUntilSaid) say(`Waiting for another process that makes ${db}.\n`);
      await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
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
async function marked<T>(file: string, work: (mark: Mark) => Promise<T>): Promise<T> {
  const wasBrokenOff = existsSync(file);
  const begun = wasBrokenOff ? notedIn(file) : undefined;
  closeSync(openSync(file, 'a', 0o600));
  const note = (beginning: Beginning): void =>
    writeWholeNow(file, JSON.stringify(beginning), { mode: 0o600, draft: `${file}.draft` });
  const made = await work({ wasBrokenOff, ...(begun === undefined ? {} : { begun }), note });
  rmSync(file);
  return made;
}

/** A mark is empty until it is known what is to be made. */
function notedIn(file: string): Beginning | undefined {
  const text = readFileSync(file, 'utf8');
  return text === '' ? undefined : (JSON.parse(text) as Beginning);
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
