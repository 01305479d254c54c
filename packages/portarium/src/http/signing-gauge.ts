import type { Metrics } from '@quadrivium/kernel';
import type { ControlPlane } from '../app/create-control-plane.js';

/** Evidence that cannot be signed is counted where operators look. */
export function watchSigning(metrics: Metrics, plane: Pick<ControlPlane, 'health'>): void {
  const help = 'Checkpoints of evidence that could not be signed';
  metrics.gauge('portarium_evidence_signing_failures', help, async () => (await plane.health()).signing.failures);
}
