import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import killTree from 'tree-kill';

/**
 * A server is the leader of its own process group, so that whatever it starts (a package runner starts a shell, which
 * starts the server) can be signalled together with it and independently of the host's own group.
 */

/**
 * Signals every process of the group; false when none is left. Windows knows neither groups nor signals: there the leader
 * is looked for, and ended with everything it has started.
 */
export function signalGroup(groupId: number, signal: NodeJS.Signals | 0, platform = process.platform): boolean {
  try {
    if (platform !== 'win32') process.kill(-groupId, signal);
    else if (signal === 0) process.kill(groupId, 0);
    else killTree(groupId, signal);
    return true;
  } catch (error) {
    // EPERM means that the group lives but belongs to another user, as with a server behind a setuid wrapper.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True while a process of the group runs. A zombie does not run: it only waits for a parent that may never collect it. */
export function groupRuns(groupId: number): boolean {
  if (!signalGroup(groupId, 0)) return false;
  return process.platform === 'linux' ? membersOf(groupId).length > 0 : true;
}

/** The running processes of a group, from /proc: the kernel offers no call that tells zombies apart. */
function membersOf(groupId: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => runsInGroup(pid, groupId));
}

function runsInGroup(pid: number, groupId: number): boolean {
  try {
    // Fields after the command name, which is in parentheses and may hold anything: state, parent, group.
    const [state, , group] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return Number(group) === groupId && state !== 'Z' && state !== 'X';
  } catch {
    return false; // It ended while we were looking.
  }
}

/** Waits until no process of the group runs, at most `ms`; tells whether they are gone. */
export async function groupGone(groupId: number, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (groupRuns(groupId)) {
    if (performance.now() >= end) return false;
    await sleep(20);
  }
  return true;
}
