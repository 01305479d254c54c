import type { ConnectionEvents } from '@quadrivium/kernel/client';
import { isObject } from '@quadrivium/kernel/essentials';

type LogMessage = ConnectionEvents['log'];

/** What a server is asked to send; older servers send more, and that is left out. */
export const LOG_LEVEL = 'warning';
const TOLD: ReadonlySet<string> = new Set(['warning', 'error', 'critical', 'alert', 'emergency']);

/** So many lines of one server in so much time; a server may say as much as it likes, and others want to be seen too. */
const MOST_LINES = 20;
const SPAN_MS = 10_000;

/** What servers want noticed (`notifications/message`, from warnings on), as lines for the person. */
export class ServerLog {
  readonly #tell: (line: string) => void;
  readonly #clock: () => number;
  readonly #spans = new Map<string, { readonly since: number; lines: number }>();

  constructor(tell: (line: string) => void, clock: () => number = () => performance.now()) {
    this.#tell = tell;
    this.#clock = clock;
  }

  readonly heard = (server: string, { level, logger, data }: LogMessage): void => {
    if (!TOLD.has(level)) return;
    const span = this.#spanOf(server);
    span.lines += 1;
    if (span.lines > MOST_LINES + 1) return;
    const who = logger === undefined ? server : `${server}, ${logger}`;
    const text = span.lines > MOST_LINES ? 'says more than can be shown' : `${level}: ${wordsOf(data)}`;
    this.#tell(`[${who}] ${text}`);
  };

  #spanOf(server: string): { lines: number } {
    const now = this.#clock();
    const known = this.#spans.get(server);
    if (known !== undefined && now - known.since < SPAN_MS) return known;
    const span = { since: now, lines: 0 };
    this.#spans.set(server, span);
    return span;
  }
}

function wordsOf(data: unknown): string {
  if (typeof data === 'string') return data;
  const { message } = isObject(data) ? data : {};
  return typeof message === 'string' ? message : (JSON.stringify(data) ?? '');
}
