import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

/**
 * A mark that a process keeps whatever it does to its environment, its session and its parents: the limit of file locks.
 * Linux hands it down to every child and shows it, but has enforced nothing by it since 2.4. A server inherits the one that
 * this process has when it starts the server; only `prlimit` of util-linux can set it there, for Node cannot.
 */
const DIGITS = 4;
const MOST_SERVERS = 10 ** DIGITS;

/** The first digits of all marks of this process, for whoever cleans up after it. */
export const LIMIT_PREFIX = randomInt(10 ** 9, 10 ** 10);

const PATIENCE_MS = 2_000;
let isMissing = process.platform !== 'linux';

/** Marks what this process starts from now on; undefined where that cannot be done. */
export function markByLimit(server: number): number | undefined {
  if (isMissing) return undefined;
  const limit = LIMIT_PREFIX * MOST_SERVERS + (server % MOST_SERVERS);
  const { status } = spawnSync('prlimit', ['--pid', String(process.pid), `--locks=${limit}:`], {
    stdio: 'ignore',
    timeout: PATIENCE_MS,
  });
  isMissing = status !== 0;
  return isMissing ? undefined : limit;
}

/** Of the lines of /proc/<pid>/limits: the soft limit comes first. */
export function lockLimitIn(limits: string): number {
  return Number(/^Max file locks +(\d+) /m.exec(limits)?.[1]);
}
