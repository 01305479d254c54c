import type { Io } from '@quadrivium/kernel/shell';
import type { AgentEvent } from '../agent/agent-event.js';
import { type PrinterOutput, RunPrinter } from '../agent/run-printer.js';
import type { CliWorld } from './cli-world.js';
import { eventRecord } from './event-record.js';
import { ProgressBar } from './progress-bar.js';

/**
 * A run as it is seen: by a person as lines that stay, and at a terminal one that moves while a call tells how far it is; by a
 * program (`--output-format json-lines`) as the events themselves.
 */
export class RunView {
  readonly #printer: RunPrinter;
  readonly #bar: ProgressBar | undefined;
  readonly #io: Io;

  constructor(world: CliWorld, io: Io, output: PrinterOutput) {
    this.#io = io;
    this.#printer = new RunPrinter(output);
    this.#bar = world.errIsTerminal ? new ProgressBar({ ...world, err: (text) => output.err(text) }) : undefined;
  }

  readonly watch = (event: AgentEvent): void => {
    this.#io.event(eventRecord(event), event.type === 'progress' ? 'progress' : undefined);
    if (event.type === 'progress') {
      this.#printer.end();
      this.#bar?.show(event.progress);
      return;
    }
    this.#bar?.end();
    this.#printer.watch(event);
  };

  end(): void {
    this.#bar?.end();
    this.#printer.end();
  }
}
