import { colors } from '@quadrivium/kernel/shell';
import type { RunEvent } from '../sddp/index.js';
import type { Shell } from './shell.js';
import { duration, money, percent, plural } from './text.js';

/** Where nobody watches a line move, one line in this many milliseconds is enough for a log. */
const logEveryMs = 2000;
/** A terminal need not be redrawn faster than people see. */
const drawEveryMs = 50;

/** Tells people how a run goes: one line that moves on a terminal, now and then a line in a log. */
export class ProgressLine {
  readonly #shell: Shell;
  readonly #now: () => number;
  #last = Number.NEGATIVE_INFINITY;
  #drawn = false;

  constructor(shell: Shell, now: () => number) {
    this.#shell = shell;
    this.#now = now;
  }

  on(event: RunEvent): void {
    const text = textOf(event);
    if (text === null) return;
    const pause = this.#shell.live ? drawEveryMs : logEveryMs;
    const now = this.#now();
    if (!isMilestone(event) && now - this.#last < pause) return;
    this.#last = now;
    this.#drawn = this.#shell.live;
    this.#shell.note(this.#shell.live ? `\r\u001b[2K${text}` : `${text}\n`);
  }

  /** Leaves a clean line for what follows. */
  end(): void {
    if (this.#drawn) this.#shell.note('\r\u001b[2K');
    this.#drawn = false;
  }
}

function isMilestone(event: RunEvent): boolean {
  return event.type !== 'iteration' && event.type !== 'simulation_progress';
}

function textOf(event: RunEvent): string | null {
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
      ].join('  ');
    case 'training_finished':
      return `training  stopped after ${event.iterations} iterations: ${event.reason}`;
    case 'simulation_started':
      return `simulation  ${event.scenarios} scenarios`;
    case 'simulation_progress':
      return `simulation  ${bar(event.completed / event.scenarios)}  ${event.completed}/${event.scenarios} scenarios`;
    default:
      return null;
  }
}

function bar(share: number): string {
  const full = Math.round(share * 24);
  return colors.cyan('█'.repeat(full)) + colors.dim('░'.repeat(24 - full));
}
