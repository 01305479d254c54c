import { colors } from '@quadrivium/kernel/shell';
import type { RunEstimate } from '../service/runs/run-estimate.js';
import { duration, facts, heading, plural } from './text.js';

/** What a run would take, for people. */
export function estimateText({ linear_programs: programs, memory, time, ...rest }: RunEstimate): string {
  const { training, simulation, per_iteration } = programs;
  const whole =
    training === null
      ? `${told(per_iteration)} in every iteration; no rule limits the iterations`
      : `${told(training)} in ${plural(rest.iterations!, 'iteration')} at most`;
  const cuts = memory.cuts_bytes === null ? '' : `, cuts ${size(memory.cuts_bytes)} of up to ${rest.states} slopes`;
  const lines: [string, string][] = [
    ['Linear programs', `${whole}${simulation > 0 ? `, ${told(simulation)} in the simulation` : ''}`],
    [
      'Memory',
      `about ${size(memory.process_bytes)} to begin with${cuts}; the machine has ${size(memory.machine_bytes)}`,
    ],
  ];
  if (time) lines.push(['Time', timeText(time, rest.threads)]);
  if (rest.to_reduce !== null) lines.push(['Does not fit', colors.yellow(rest.to_reduce)]);
  return [heading('A run of it'), facts(lines)].join('\n');
}

function timeText(time: NonNullable<RunEstimate['time']>, threads: number): string {
  const { seconds, forward_ms, backward_ms, simulation_ms, cpu_share, sampled } = time;
  const busy =
    seconds !== null && cpu_share < 0.9
      ? ` while others use the machine (${duration(seconds * cpu_share * 1000)} without them)`
      : '';
  const whole = seconds === null ? '' : `about ${duration(seconds * 1000)} on ${plural(threads, 'thread')}${busy}: `;
  const simulated = simulation_ms === null ? '' : ` and ${simulation_ms.toFixed(1)} ms in the simulation`;
  const ways = `${forward_ms.toFixed(1)} ms forward${simulated === '' ? ' and' : ','} ${backward_ms.toFixed(1)} ms backward`;
  const speed = `${ways}${simulated} for each program`;
  return `${whole}${speed}, from ${told(sampled)} solved here; more cuts make later ones slower`;
}

const told = (count: number): string => count.toLocaleString('en-US');

const size = (bytes: number): string =>
  bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
