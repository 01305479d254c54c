import { ProgressLine, plainLine, progressBar } from '@quadrivium/kernel/shell';
import type { Progress } from '../host/tool-host.js';
import type { CliWorld } from './cli-world.js';

/** Shows progress on one line of a terminal, or on lines of their own elsewhere. */
export class ProgressBar {
  readonly #line: ProgressLine;
  readonly #live: boolean;

  constructor(world: CliWorld) {
    this.#live = world.errIsTerminal;
    this.#line = new ProgressLine({ live: this.#live, note: (text) => world.err(text) });
  }

  show(progress: Progress): void {
    const text = progressText(progress);
    this.#line.show(this.#live ? `${barOf(progress)}${text}` : `progress: ${text}`, { milestone: true });
  }

  /** Clears the line for what comes next. */
  end(): void {
    this.#line.end();
  }
}

function barOf({ progress, total }: Progress): string {
  return total === undefined || total <= 0 ? '' : `${progressBar(progress / total)} `;
}

/** How far it is, in a few words. */
export function progressText({ progress, total, message }: Progress): string {
  const count = total === undefined ? String(progress) : `${progress}/${total}`;
  return message === undefined ? count : `${count} ${plainLine(message)}`;
}
