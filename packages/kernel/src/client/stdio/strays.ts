import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, newSecret } from '../../essentials/index.js';
import { lockLimitIn, markByLimit } from './limit-mark.js';

/**
 * Processes that a server has started and that left its group: detached ones are still its children, and one whose
 * parent has gone has nobody, but carries the marks that every server gets, in its environment and among its limits. Linux
 * tells them; on other systems what leaves the group of its server outlives it.
 */
export const MARK_VARIABLE = 'QUADRIVIUM_SERVER';

/** Common to all servers of this process, for whoever cleans up after it. */
export const HOST_MARK = `${process.pid}-${newSecret(6, 'hex')}`;

export interface Mark {
  /** The value of the variable. */
  readonly text: string;
  readonly limit: number | undefined;
}

let marks = 0;

/** To be taken right before the server is started, for it marks what is started next. */
export function newMark(): Mark {
  marks += 1;
  return { text: `${HOST_MARK}.${marks}`, limit: markByLimit(marks) };
}

interface Standing {
  readonly parent: number;
  readonly group: number;
  readonly runs: boolean;
  /** Ticks since the machine was started. */
  readonly since: number;
}

type Standings = ReadonlyMap<number, Standing>;

/** When a process was started, as far as that can be told. */
export function startOf(pid: number): number {
  return (process.platform === 'linux' ? standingOf(pid)?.since : undefined) ?? 0;
}

/** To be asked before the server is ended: afterwards its children are nobody's. */
export function descendantsOutside(groupId: number): number[] {
  const standings = allStandings();
  return [...standings.keys()].filter(
    (pid) => standings.get(pid)?.group !== groupId && descends(pid, groupId, standings),
  );
}

/** To be asked when the server is gone, for it may have started more while it left. Nothing older than it can be its. */
export function markedOutside(groupId: number, mark: Mark, since: number): number[] {
  const standings = allStandings();
  return [...standings].flatMap(([pid, standing]) => {
    if (standing.group === groupId || standing.since < since) return [];
    return hasVariable(pid, mark.text) || (hasLimit(pid, mark.limit) && !isOurs(pid, standings)) ? [pid] : [];
  });
}

/** What this process starts for itself has the limit of the last server too. */
function isOurs(pid: number, standings: Standings): boolean {
  return pid === process.pid || descends(pid, process.pid, standings);
}

function allStandings(): Standings {
  const standings = new Map<number, Standing>();
  if (process.platform !== 'linux') return standings;
  for (const entry of readdirSync('/proc')) {
    const standing = /^\d+$/.test(entry) ? standingOf(Number(entry)) : undefined;
    if (standing?.runs) standings.set(Number(entry), standing);
  }
  return standings;
}

function descends(pid: number, ancestor: number, standings: Standings): boolean {
  for (let at = standings.get(pid)?.parent; at !== undefined && at > 0; at = standings.get(at)?.parent)
    if (at === ancestor) return true;
  return false;
}

/** Where the fields stand after the command name, which is in parentheses and may hold anything. */
const START_FIELD = 19;

function standingOf(pid: number): Standing | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const [state, parent, group] = fields;
    const since = Number(fields[START_FIELD]);
    return { parent: Number(parent), group: Number(group), runs: state !== 'Z' && state !== 'X', since };
  } catch {
    return undefined; // It ended while we were looking.
  }
}

function hasVariable(pid: number, text: string): boolean {
  return procFile(pid, 'environ').split('\0').includes(`${MARK_VARIABLE}=${text}`);
}

function hasLimit(pid: number, limit: number | undefined): boolean {
  return limit !== undefined && lockLimitIn(procFile(pid, 'limits')) === limit;
}

function procFile(pid: number, name: string): string {
  // It ended, or is somebody else's.
  return attempt(() => readFileSync(`/proc/${pid}/${name}`, 'latin1'), '');
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
  return attempt(() => standingOf(pid)?.runs === true && process.kill(pid, signal), false);
}
