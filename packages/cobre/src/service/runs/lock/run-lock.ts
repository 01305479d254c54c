/**
 * One run at a time writes to an output directory, whatever started it. The lock is a file with the id of the run and the
 * identity of its process; it appears with all of its content, by a hard link, or not at all. A lock whose process is gone
 * is taken over, and who takes one over holds a lock on that: two who find the same dead owner never both succeed.
 */

import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { newSecret, presentDate } from '@quadrivium/kernel/essentials';
import { inTheWay, type LockHolder, lockName, parseHolder, stopName } from './lock-file.js';
import { standingOf, thisProcess } from './process-identity.js';

export interface RunLock {
  readonly runId: string;
  release(): Promise<void>;
}

export interface LockOptions {
  /** Somebody in another process wants the run to stop. */
  readonly onStop?: () => void;
  readonly now?: () => string;
}

/** How soon a wish from another process is heard. */
const listenIntervalMs = 250;

/** Takes the lock of an existing directory, or says who has it. */
export async function lockOutput(output: string, options: LockOptions = {}): Promise<RunLock> {
  const holder: LockHolder = {
    run_id: newSecret(9, 'hex'),
    owner: thisProcess(),
    program: basename(process.argv[1] ?? 'cobre').replace(/\.[cm]?[jt]s$/, ''),
    since: (options.now ?? (() => presentDate().toISOString()))(),
  };
  const release = await take(join(output, lockName), holder);
  const stopListening = listenFor(join(output, stopName), holder.run_id, options.onStop ?? (() => {}));
  return {
    runId: holder.run_id,
    async release() {
      stopListening();
      await release();
    },
  };
}

async function take(path: string, holder: LockHolder): Promise<() => Promise<void>> {
  const draft = `${path}.${holder.run_id}`;
  await writeFile(draft, `${JSON.stringify(holder, null, 2)}\n`, { flag: 'wx' });
  try {
    if (!(await appears(draft, path))) await takeOver(path, draft, holder);
  } finally {
    await rm(draft, { force: true });
  }
  return () => rm(path, { force: true });
}

/** False when the lock is there already. */
async function appears(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // Some file systems have no links; there a lock is written in place, and exclusively all the same.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw cause;
    return writeFile(path, await readFile(draft), { flag: 'wx' }).then(
      () => true,
      () => false,
    );
  }
}

async function takeOver(path: string, draft: string, holder: LockHolder): Promise<void> {
  const found = await holderAt(path);
  if (found !== null && standingOf(found.owner) !== 'gone') throw inTheWay(found);
  const leave = await take(`${path}.after-${found?.run_id ?? 'nobody'}`, holder);
  try {
    const still = await holderAt(path);
    if (still !== null && still.run_id !== found?.run_id) throw inTheWay(still);
    await rename(draft, path);
  } finally {
    await leave();
  }
}

async function holderAt(path: string): Promise<LockHolder | null> {
  return parseHolder(await readFile(path, 'utf8').catch(() => ''));
}

function listenFor(path: string, runId: string, onStop: () => void): () => void {
  const look = async (): Promise<void> => {
    const wanted = await readFile(path, 'utf8').catch(() => null);
    if (wanted?.trim() !== runId) return;
    onStop();
    await rm(path, { force: true });
  };
  const timer = setInterval(() => void look().catch(() => {}), listenIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
