import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { processIdentity, standingOf } from './process-identity.js';

/** In the output directory, as long as a run writes there. */
export const lockName = 'run.lock';
/** Beside it: somebody else's wish that the run may stop. Who holds the lock takes it away when it was heard. */
export const stopName = 'run.stop';

export const lockHolder = z.object({
  run_id: z.string(),
  owner: processIdentity,
  /** The program that runs, such as cobre or cobre-mcp. */
  program: z.string(),
  since: z.string(),
});

export type LockHolder = z.output<typeof lockHolder>;

/** Null for something that no run wrote, which locks nothing. */
export function parseHolder(text: string): LockHolder | null {
  try {
    return lockHolder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function inTheWay(holder: LockHolder): Fault<'RunInProgress'> {
  const { run_id, owner, program, since } = holder;
  const elsewhere = standingOf(owner) === 'elsewhere';
  const who = `${program}, process ${owner.pid} on ${owner.host}`;
  return new Fault('RunInProgress', `Run ${run_id} of ${who} writes to this output directory since ${since}`, {
    context: { run_id, program, pid: owner.pid, host: owner.host, since },
    suggestion: elsewhere
      ? `Wait for it to finish. Whether it still runs cannot be seen from here; if you know that it does not, remove ${lockName}.`
      : 'Wait for it to finish or stop it, or give another output directory.',
  });
}
