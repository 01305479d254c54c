import type { Metrics } from '@quadrivium/kernel';
import type { ControlPlane } from '../app/create-control-plane.js';
import { sharedReading } from './shared-reading.js';
import { watchWork } from './work-metrics.js';

/** What goes wrong where no caller waits for an answer is counted where operators look. */
export function watchRecords(metrics: Metrics, plane: ControlPlane): void {
  watchWork(metrics, plane);
  const health = sharedReading(() => plane.health());
  const gauge = (name: string, help: string, read: (health: Awaited<ReturnType<ControlPlane['health']>>) => number) =>
    metrics.gauge(`portarium_${name}`, help, async () => read(await health()));
  gauge(
    'evidence_signing_failures',
    'Checkpoints of evidence that could not be signed',
    ({ signing }) => signing.failures,
  );
  gauge('call_log_failures', 'Batches of the record of calls that could not be written', ({ calls }) => calls.failures);
  gauge('call_log_waiting', 'Calls that are not in the record yet', ({ calls }) => calls.waiting);
  gauge('call_log_lost', 'Calls whose record was given up', ({ calls }) => calls.lost);
  gauge('engine_active_runs', 'Runs that are open in this process', ({ engine }) => engine.activeRuns);
  gauge('engine_failures', 'Failures to carry a run, fire a timer or look for work', ({ engine }) => engine.failures);
  gauge('engine_pausing', 'Runs and timers left alone for now because they failed', ({ engine }) => engine.pausing);
  gauge('engine_blocked', 'Runs that were stopped because they cannot be carried', ({ engine }) => engine.blocked);
  gauge('clock_jumps', 'How often the clock of the machine has jumped', ({ engine }) => engine.clockJumps);
}
