import type { Actor } from '@quadrivium/ledger';
import { Fault } from '../faults.js';
import { type OpenRun, runEnds } from '../validate/trace-rules.js';
import type { CareerApp } from './career-app.js';

const recovery: Actor = { kind: 'system', id: 'career-recovery' };

/** No run but an index build may take longer than a minute; this one is over, whoever began it. */
const surelyDeadMs = 10 * 60_000;

/** Runs without an end, over all traces (TRACE-001). */
export function openRuns(app: CareerApp): OpenRun[] {
  return Object.entries(runEnds).flatMap(([started, ends]) =>
    app.audit.unended(started, ends).map((one) => ({ ...one, started })),
  );
}

/**
 * What a process left behind when it died: decisions without evidence are written down, runs without an end get one, so
 * that whoever reads a trace learns how it ended.
 */
export async function recoverInterrupted(app: CareerApp, warn: (message: string) => void): Promise<void> {
  const now = Date.parse(app.surroundings.now());
  for (const { traceId, started, since } of openRuns(app)) {
    if (now - Date.parse(since) < surelyDeadMs) continue;
    const failed = runEnds[started]?.at(-1) ?? 'RunFailed';
    app.traceFor(traceId, recovery).record(failed, { code: 'INTERRUPTED', recovered: true });
  }
  await app.coordinator.recover().catch((error: unknown) => {
    if (error instanceof Fault && error.kind === 'BAD_CONFIGURATION') throw error;
    warn(`${error instanceof Error ? error.message : String(error)} Interactions wait until it is back.`);
  });
}
