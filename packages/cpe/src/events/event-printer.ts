import { plainLine, plainText } from '@quadrivium/kernel/shell';
import { runKeyOf, type SubagentEvent } from './subagent-event.js';

export interface EventPrinterOptions {
  /** One call per block, so that blocks of several subagents never mix. */
  readonly write: (block: string) => void;
  /** Whole programs, arguments, results and thoughts instead of a line each. */
  readonly verbose: boolean;
}

const LINE_CHARS = 160;
const THOUGHT_LINES = 2;

/** Shows what subagents do, each line behind the names of those who called it. */
export class EventPrinter {
  readonly #options: EventPrinterOptions;
  /** By run: the name to print. */
  readonly #names = new Map<string, string>();
  /** The same for those who look for their caller: they know its id, and that it stands one level above. */
  readonly #callers = new Map<string, string>();

  constructor(options: EventPrinterOptions) {
    this.#options = options;
  }

  readonly print = (event: SubagentEvent): void => {
    const lines = this.#linesOf(event);
    if (lines.length === 0) return;
    const prefix = `[${this.#nameOf(event)}]`;
    this.#options.write(lines.map((line) => `${prefix} ${line}\n`).join(''));
  };

  /** `parent › child`, so that a reader sees who works for whom. */
  #nameOf(event: SubagentEvent): string {
    const { subagentName, subagentRunId, parentRunId, depth } = event;
    const key = runKeyOf(event);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const own = `${plainLine(subagentName).replace(/-subagent$/, '')} ${plainLine(subagentRunId).slice(0, 12)}`;
    if (parentRunId === undefined) return this.#remember(event, key, own);
    const above = this.#callers.get(levelKey(depth === undefined ? undefined : depth - 1, parentRunId));
    // A caller that has not been heard of yet may still be: its events travel on a way of their own.
    return above === undefined ? own : this.#remember(event, key, `${above} › ${own}`);
  }

  #remember({ depth, subagentRunId }: SubagentEvent, key: string, name: string): string {
    this.#names.set(key, name);
    this.#callers.set(levelKey(depth, subagentRunId), name);
    return name;
  }

  #linesOf(event: SubagentEvent): string[] {
    const tool = plainLine(event.toolName ?? 'tool');
    switch (event.type) {
      case 'subagent_start':
        this.#nameOf(event);
        return [];
      case 'thought_trace':
        return this.#body('~', event.payload, THOUGHT_LINES);
      case 'tool_call':
        return this.#body(`→ ${tool}${timeoutOf(event)}`, event.payload, 1);
      case 'tool_result':
        return this.#body(`${event.isError === true ? '✗' : '←'} ${tool}${durationOf(event)}`, event.payload, 1);
      case 'subagent_end':
        return event.isError === true ? this.#body('✗ failed', event.payload, 1) : [];
    }
  }

  #body(head: string, payload = '', shown: number): string[] {
    const lines = plainText(payload).trim().split('\n');
    if (this.#options.verbose) return [head, ...lines.map((line) => `  ${line}`)];
    const first = lines
      .slice(0, shown)
      .map((line) => (line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS)}…`));
    const more = lines.length > shown ? ' …' : '';
    return [`${head} ${first.join('\n')}${more}`.trimEnd()].flatMap((text) => text.split('\n'));
  }
}

function levelKey(depth: number | undefined, runId: string): string {
  return `${depth ?? ''} ${runId}`;
}

function timeoutOf({ executionTimeoutSeconds: seconds }: SubagentEvent): string {
  return seconds === undefined ? '' : ` (at most ${seconds} s)`;
}

function durationOf({ durationMs }: SubagentEvent): string {
  return durationMs === undefined ? '' : ` (${durationMs} ms)`;
}
