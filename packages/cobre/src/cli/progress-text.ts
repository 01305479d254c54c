import { colors, progressBar } from '@quadrivium/kernel/shell';
import type { RunEvent } from '../sddp/index.js';
import { duration, money, percent, plural } from './text.js';

/** What a line of progress says of an event, if anything. */
export function progressText(event: RunEvent): string | null {
  switch (event.type) {
    case 'training_started':
      return `training  ${plural(event.stages, 'stage')}, ${plural(event.forwardPasses, 'forward pass', 'forward passes')}, ${plural(event.threads, 'thread')}`;
    case 'iteration':
      return [
        `training  iteration ${String(event.iteration).padStart(3)}`,
        `lower ${colors.blue(money(event.lowerBound))}`,
        `upper ${colors.yellow(money(event.upperBoundMean))} ± ${money(event.ci95)}`,
        `gap ${colors.bold(percent(event.gap))}`,
        duration(event.elapsedMs),
        ...left(event.remainingMs),
      ].join('  ');
    case 'training_progress':
      return [
        `training  iteration ${String(event.iteration).padStart(3)}${event.iterations === null ? '' : ` of ${event.iterations}`}`,
        `${progressBar(event.share)}  ${duration(event.elapsedMs)}`,
        ...left(event.remainingMs),
      ].join('  ');
    case 'training_finished':
      return `training  stopped after ${event.iterations} iterations: ${event.reason}`;
    case 'workers_awaited':
      return `workers  waiting for ${plural(event.atLeast, 'worker')}`;
    case 'worker_joined':
      return `worker  ${event.worker} joined with ${plural(event.threads, 'thread')}`;
    case 'worker_refused':
      return `worker  ${event.worker} cannot take part: ${event.reason}`;
    case 'workers_at_work':
      return `workers  ${event.workers.map(({ worker, speed }) => `${worker} ${Math.round(speed)} LP/s`).join(', ')}`;
    case 'memory_short':
      return `training  may run out of memory: ${event.reason}`;
    case 'proof_impossible':
      return `proof  none is possible: ${event.reason}`;
    case 'proof_started':
      return planText(event);
    case 'proof_progress':
      return `proof  ${progressBar(event.done / event.of)}  ${event.done}/${event.of}  ${duration(event.elapsedMs)}`;
    case 'proof_finished':
      return `proof  done in ${duration(event.elapsedMs)}`;
    case 'simulation_started':
      return `simulation  ${event.scenarios} scenarios`;
    case 'simulation_progress':
      return `simulation  ${progressBar(event.completed / event.scenarios)}  ${event.completed}/${event.scenarios} scenarios${leftOf(event)}`;
    default:
      return null;
  }
}

const bounds = { tree: ', the policy followed at every node', inner: ', the tree being too large to walk' };

function planText({ upper, lpSolves, estimateMs }: Extract<RunEvent, { type: 'proof_started' }>): string {
  if (upper === null) return 'proof  nothing can be proven; the sample is told';
  const time = estimateMs === null ? '' : `, some ${duration(estimateMs)} as fast as the training was`;
  return `proof  about ${lpSolves.toLocaleString('en-US')} linear programs${bounds[upper]}${time}; Ctrl-C keeps what is trained`;
}

/** Seconds are of no use to who waits for hours, and none are left to tell when it is over. */
function left(remainingMs: number | null): string[] {
  if (remainingMs === null || !(remainingMs >= 1000)) return [];
  const told = remainingMs < 120_000 ? duration(remainingMs) : `${Math.round(remainingMs / 60_000)} min`;
  return [`about ${told} left`];
}

function leftOf({ completed, scenarios, elapsedMs }: Extract<RunEvent, { type: 'simulation_progress' }>): string {
  return left((elapsedMs / completed) * (scenarios - completed))
    .map((text) => `  ${text}`)
    .join('');
}

/** Others come so often that most of them need not be shown. */
export function isMilestone({ type }: RunEvent): boolean {
  return (
    type !== 'iteration' &&
    type !== 'workers_at_work' &&
    type !== 'training_progress' &&
    type !== 'simulation_progress' &&
    type !== 'proof_progress'
  );
}
