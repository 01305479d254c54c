import { plainLine } from '../events/plain-text.js';
import type { Progress } from '../host/tool-host.js';
import type { CliWorld } from './cli-world.js';

const WIDTH = 24;

/** Shows progress on one line of a terminal, or on lines of their own elsewhere. */
export class ProgressBar {
  readonly #world: CliWorld;
  #drawn = false;

  constructor(world: CliWorld) {
    this.#world = world;
  }

  show(progress: Progress): void {
    const text = progressText(progress);
    this.#drawn = this.#world.errIsTerminal;
    this.#world.err(this.#drawn ? `\r${barOf(progress)}${text}\u001b[K` : `progress: ${text}\n`);
  }

  /** Clears the line for what comes next. */
  end(): void {
    if (this.#drawn) this.#world.err('\r\u001b[K');
  }
}

function barOf({ progress, total }: Progress): string {
  if (total === undefined || total <= 0) return '';
  const full = Math.round((WIDTH * Math.min(progress, total)) / total);
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] `;
}

function progressText({ progress, total, message }: Progress): string {
  const count = total === undefined ? String(progress) : `${progress}/${total}`;
  return message === undefined ? count : `${count} ${plainLine(message)}`;
}
