import { plainLine, plainText } from '@quadrivium/kernel/shell';
import type { HostResult } from '../host/tool-host.js';
import type { AgentEvent } from './agent-event.js';
import { textOf } from './dialog.js';

export interface PrinterOutput {
  err(text: string): void;
  /** Where the text of the model goes while it is made; left out when only the end counts. */
  live?(text: string): void;
}

const LINE_CHARS = 200;
const LOOKED_AT_CHARS = 10 * LINE_CHARS;

/** Shows a run to a person: what is called and what came back, a line each. One write per block, so that blocks stay whole. */
export class RunPrinter {
  readonly #output: PrinterOutput;
  #open = false;

  constructor(output: PrinterOutput) {
    this.#output = output;
  }

  readonly watch = (event: AgentEvent): void => {
    switch (event.type) {
      case 'text':
        this.#live(event.delta);
        break;
      case 'step':
        this.#step(event.step.message.blocks.some((block) => block.type === 'call') ? textOf(event.step.message) : '');
        break;
      case 'retry':
        this.#note(`${event.reason} Trying again in ${Math.round(event.waitMs / 100) / 10} s.`);
        break;
      case 'thought':
        this.#line(`~ ${shortened(event.text)}`);
        break;
      case 'call':
        this.#line(`→ ${shortened(event.tool?.title ?? event.call.tool)} ${shortened(event.call.input)}`);
        break;
      case 'result':
        this.#line(
          `${event.result.isError ? '✗' : '←'} ${shortened(event.tool?.title ?? event.call.tool)}: ${resultLine(event.result)}`,
        );
        break;
      case 'progress':
        break;
      case 'notice':
        this.#note(event.text);
        break;
    }
  };

  /** Ends the line that the model was writing. */
  end(): void {
    if (this.#open) this.#output.live?.('\n');
    this.#open = false;
  }

  #live(delta: string): void {
    const text = plainText(delta);
    if (this.#output.live === undefined || text === '') return;
    this.#output.live(text);
    this.#open = !text.endsWith('\n');
  }

  /** What the model says before it calls tools is not the answer, so it goes to the side. */
  #step(text: string): void {
    if (text === '') return;
    if (this.#output.live === undefined) this.#output.err(`${plainText(text).trimEnd()}\n`);
    else this.end();
  }

  #note(text: string): void {
    this.#line(`note: ${plainLine(text)}`);
  }

  #line(text: string): void {
    this.end();
    this.#output.err(`${text}\n`);
  }
}

export function shortened(text: string): string {
  // Enough that something remains of it when what steers terminals is gone.
  const line = plainLine(text.slice(0, LOOKED_AT_CHARS)).trim();
  return line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS - 1)}…`;
}

function resultLine({ content }: HostResult): string {
  return shortened(content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join(' '));
}
