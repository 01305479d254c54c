import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { groupGone, signalGroup } from './process-group.js';

/**
 * Waits for a server whose stdin has ended to leave, then sends SIGTERM, then SIGKILL, to its whole group; each step has
 * the same grace. A leader that has left already may have left others behind, so the signals start at once.
 */
export async function takeDown(child: ChildProcess, graceMs: number, leaderLeft: boolean): Promise<void> {
  const groupId = child.pid as number;
  if (!leaderLeft && (await hasLeft(child, groupId, graceMs))) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!signalGroup(groupId, signal) || (await hasLeft(child, groupId, graceMs))) return;
  }
}

/** The leader tells when it exits; only what may outlive it is polled for. */
async function hasLeft(child: ChildProcess, groupId: number, graceMs: number): Promise<boolean> {
  const start = performance.now();
  if (child.exitCode === null && child.signalCode === null) {
    const { signal, abort } = stoppable();
    await Promise.race([once(child, 'exit', { signal }), sleep(graceMs, undefined, { signal })]).catch(() => undefined);
    abort();
  }
  return groupGone(groupId, graceMs - (performance.now() - start));
}

function stoppable(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
