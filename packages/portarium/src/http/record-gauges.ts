import type { Metrics } from '@quadrivium/kernel';
import type { ControlPlane } from '../app/create-control-plane.js';

/** Evidence that cannot be signed and calls that cannot be recorded are counted where operators look. */
export function watchRecords(metrics: Metrics, plane: Pick<ControlPlane, 'health'>): void {
  const gauge = (name: string, help: string, read: (health: Awaited<ReturnType<ControlPlane['health']>>) => number) =>
    metrics.gauge(`portarium_${name}`, help, async () => read(await plane.health()));
  gauge(
    'evidence_signing_failures',
    'Checkpoints of evidence that could not be signed',
    ({ signing }) => signing.failures,
  );
  gauge('call_log_failures', 'Batches of the record of calls that could not be written', ({ calls }) => calls.failures);
  gauge('call_log_waiting', 'Calls that are not in the record yet', ({ calls }) => calls.waiting);
  gauge('call_log_lost', 'Calls whose record was given up', ({ calls }) => calls.lost);
}
