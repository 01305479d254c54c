import type { Member } from './member.js';

/** What one worker did for a run, under the names of the metadata. */
export interface HostWork {
  readonly host: string;
  readonly worker: string;
  readonly threads: number;
  readonly tasks: number;
  readonly lp_solves: number;
}

/** Adds what members of a session did to what was done before, by worker. */
export function addWork(to: Map<string, HostWork>, members: readonly Member[]): void {
  for (const { presence, answered, lpSolves } of members) {
    if (answered === 0) continue;
    const { worker, host, threads } = presence;
    const before = to.get(worker);
    to.set(worker, {
      host,
      worker,
      threads,
      tasks: (before?.tasks ?? 0) + answered,
      lp_solves: (before?.lp_solves ?? 0) + lpSolves,
    });
  }
}
