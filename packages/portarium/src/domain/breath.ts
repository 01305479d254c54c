import { setImmediate as turn } from 'node:timers/promises';

/** Work may keep the thread this long before everybody else gets a turn. */
const breathEveryMs = 10;

/** Asked between two pieces of work that do not wait for anything by themselves. */
export class Breath {
  #last = performance.now();

  async take(): Promise<void> {
    if (performance.now() - this.#last < breathEveryMs) return;
    await turn();
    this.#last = performance.now();
  }
}
