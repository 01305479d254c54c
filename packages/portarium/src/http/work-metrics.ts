import type { Metrics } from '@quadrivium/kernel';
import type { ControlPlane } from '../app/create-control-plane.js';
import type { Tally } from '../domain/store-port.js';
import { sharedReading } from './shared-reading.js';

/** How much there is to do, how long it has waited, and how those answer who are called for it. */
export function watchWork(metrics: Metrics, { deps, engine }: Pick<ControlPlane, 'deps' | 'engine'>): void {
  const { store, surroundings } = deps;
  const tally = sharedReading(() => store.tally(surroundings.now()));
  const age = (since?: number): number => (since === undefined ? 0 : Math.max(0, surroundings.now() - since) / 1000);
  const gauge = (name: string, help: string, read: (numbers: Tally) => number): void =>
    metrics.gauge(`portarium_${name}`, help, async () => read(await tally()));
  metrics.gauges('portarium_runs_open', 'Runs that have not ended', 'status', async () => (await tally()).openRuns);
  gauge('queue_length', 'Runs that are due and that nobody has taken up', ({ queue }) => queue.length);
  gauge('queue_age_seconds', 'How long the oldest of these has waited', ({ queue }) => age(queue.oldestAt));
  gauge('approvals_waiting', 'Approvals that nobody has decided', ({ approvals }) => approvals.waiting);
  gauge('approvals_age_seconds', 'How long the oldest of these has waited', ({ approvals }) => age(approvals.oldestAt));
  countRuns(metrics, store);
  timeCalls(metrics, engine);
}

const ends = { 'run.RunSucceeded': 'Succeeded', 'run.RunFailed': 'Failed', 'run.RunCancelled': 'Cancelled' } as const;

function countRuns(metrics: Metrics, store: ControlPlane['deps']['store']): void {
  const started = metrics.counter('portarium_runs_started_total', 'Runs that were started here', []);
  const ended = metrics.counter('portarium_runs_ended_total', 'Runs that ended here', ['status']);
  store.onCommit((_, events) => {
    for (const type of events) {
      const status = ends[type as keyof typeof ends];
      if (type === 'run.RunStarted') started({});
      if (status !== undefined) ended({ status });
    }
  });
}

function timeCalls(metrics: Metrics, engine: ControlPlane['engine']): void {
  const [name, help] = ['portarium_downstream_duration_seconds', 'How long calls of runs took'];
  const observe = metrics.durations(name, help, ['server', 'outcome']);
  engine.onCall(({ server, outcome, seconds }) => observe({ server, outcome }, seconds));
}
