import type { Timer } from '../domain/store-port.js';
import type { Surroundings } from '../domain/surroundings.js';
import { portariumFault } from '../faults.js';

/**
 * What a jump of the clock means here. Approvals, deadlines and waits end by the calendar, whether or not this machine was
 * awake. Leases and heartbeats say that somebody is alive, and nobody could say so while the machine slept: after a jump
 * ahead they get the time to do so before anybody is taken for dead.
 */
export class ClockJumps {
  readonly #graceMs: number;
  readonly #unsubscribe: () => void;
  #before = 0;
  #until: number | undefined;
  count = 0;

  constructor(
    surroundings: Surroundings,
    graceMs: number,
    tell: (fault: unknown, about: Readonly<Record<string, unknown>>) => void,
  ) {
    this.#graceMs = graceMs;
    const noticed = (milliseconds: number): void => {
      this.count += 1;
      tell(jumped(milliseconds), { jumpMs: Math.round(milliseconds) });
      if (milliseconds > 0) this.#excuse(surroundings.now(), milliseconds);
    };
    this.#unsubscribe = surroundings.onJump?.(noticed) ?? (() => {});
  }

  /** Until when leases and heartbeats are left alone, if they are. */
  get until(): number | undefined {
    return this.#until;
  }

  /** Whether this timer waits for somebody who could not be heard. */
  excuses({ kind, fireAt }: Timer, now: number): boolean {
    const isBeat = kind === 'agent-lease' || kind === 'task-lease';
    return isBeat && this.#isExcusing(now) && fireAt > this.#before;
  }

  /** The time by which the leases of other engines count. */
  leasesAt(now: number): number {
    return this.#isExcusing(now) ? this.#before : now;
  }

  end(): void {
    this.#unsubscribe();
  }

  #excuse(now: number, milliseconds: number): void {
    this.#before = this.#isExcusing(now) ? this.#before : now - milliseconds;
    this.#until = now + this.#graceMs;
  }

  #isExcusing(now: number): boolean {
    if (this.#until !== undefined && this.#until <= now) this.#until = undefined;
    return this.#until !== undefined;
  }
}

const jumped = (milliseconds: number): unknown => {
  const seconds = Math.abs(milliseconds / 1000).toFixed(1);
  const message =
    milliseconds > 0
      ? `The clock of this machine jumped ahead by ${seconds} s, as after a sleep; leases and heartbeats get time to be renewed.`
      : `The clock of this machine was set back by ${seconds} s; time goes on here until it has caught up or the process is started again.`;
  return portariumFault('Unavailable', message, { context: { jumpMs: Math.round(milliseconds) } });
};
