import { own } from '@quadrivium/kernel/own';
import { useEffect } from 'preact/hooks';
import { Badge } from '../../parts/badge.js';
import { Card } from '../../parts/page.js';
import { caseName, trainings, type WorkerSpeed, watchTraining } from '../../state/training.js';
import { whileVisible } from '../../wire/while-visible.js';
import { ConvergenceChart } from './convergence-chart.js';

/** The bounds of a study while it trains and, unless something better takes its place, after that. */
export function LiveTraining({ directory, stays = false }: { directory: string; stays?: boolean }) {
  useEffect(() => whileVisible(watchTraining), []);
  const training = own(trainings.value, caseName(directory));
  if (training === undefined || training.iterations.length === 0 || !(training.running || stays)) return null;
  return (
    <Card
      title={`Training of ${caseName(directory)}`}
      aside={<Badge state={training.running ? 'Running' : 'Ended'} tone={training.running ? 'busy' : 'quiet'} />}
    >
      <p class="soft" role="status">
        {training.message}
      </p>
      <ConvergenceChart bounds={training.iterations} />
      {training.running && training.workers ? <Workers workers={training.workers} /> : null}
    </Card>
  );
}

function Workers({ workers }: { workers: readonly WorkerSpeed[] }) {
  return (
    <ul class="soft" aria-label="Workers">
      {workers.map(({ worker, host, lp_per_second }) => (
        <li key={worker}>
          {worker} on {host}: {Math.round(lp_per_second)} linear programs per second
        </li>
      ))}
    </ul>
  );
}
