import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Processes that a server has started and that left its group: detached ones are still its children, and one whose
 * parent has gone has nobody, but carries the mark that every server gets in its environment. Linux tells both; on other
 * systems what leaves the group of its server outlives it.
 */
export const MARK_VARIABLE = 'QUADRIVIUM_SERVER';

/** Common to all servers of this process, for whoever cleans up after it. */
export const HOST_MARK = `${process.pid}-${randomBytes(6).toString('hex')}`;

let marks = 0;

export function newMark(): string {
  marks += 1;
  return `${HOST_MARK}.${marks}`;
}

interface Standing {
  readonly parent: number;
  readonly group: number;
  readonly runs: boolean;
}

/** To be asked before the server is ended: afterwards its children are nobody's. */
export function straysOf(groupId: number, mark: string): number[] {
  if (process.platform !== 'linux') return [];
  const standings = new Map<number, Standing>();
  for (const entry of readdirSync('/proc')) {
    const standing = /^\d+$/.test(entry) ? standingOf(Number(entry)) : undefined;
    if (standing?.runs) standings.set(Number(entry), standing);
  }
  return [...standings.keys()].filter(
    (pid) => standings.get(pid)?.group !== groupId && (descends(pid, groupId, standings) || isMarked(pid, mark)),
  );
}

function descends(pid: number, ancestor: number, standings: ReadonlyMap<number, Standing>): boolean {
  for (let at = standings.get(pid)?.parent; at !== undefined && at > 1; at = standings.get(at)?.parent)
    if (at === ancestor) return true;
  return false;
}

/** Fields after the command name, which is in parentheses and may hold anything: state, parent, group. */
function standingOf(pid: number): Standing | undefined {
  try {
    const [state, parent, group] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return { parent: Number(parent), group: Number(group), runs: state !== 'Z' && state !== 'X' };
  } catch {
    return undefined; // It ended while we were looking.
  }
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK_VARIABLE}=${mark}`);
  } catch {
    return false; // It ended, or is somebody else's.
  }
}

/** Ends them like their server: asked first, then forced. */
export async function endStrays(strays: readonly number[], graceMs: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const running = strays.filter((pid) => signalled(pid, signal));
    const end = performance.now() + graceMs;
    while (running.some((pid) => standingOf(pid)?.runs) && performance.now() < end) await sleep(20);
  }
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return standingOf(pid)?.runs === true && process.kill(pid, signal);
  } catch {
    return false;
  }
}
