/** Server-sent events as they come in pieces: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerEvent {
  readonly id?: string;
  readonly event: string;
  readonly data: string;
}

/** Takes text in any pieces and gives the events that have become whole. */
export class EventLines {
  #rest = '';
  #lines: string[] = [];

  take(text: string): ServerEvent[] {
    const lines = (this.#rest + text).split(/\r\n|\n|\r/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line));
  }

  #line(line: string): ServerEvent[] {
    if (line !== '') {
      this.#lines.push(line);
      return [];
    }
    const event = eventOf(this.#lines);
    this.#lines = [];
    return event === undefined ? [] : [event];
  }
}

function eventOf(lines: readonly string[]): ServerEvent | undefined {
  const values = (field: string) =>
    lines.flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, '')] : []));
  const data = values('data');
  if (data.length === 0) return undefined;
  const id = values('id').at(-1);
  return { event: values('event').at(-1) ?? 'message', data: data.join('\n'), ...(id === undefined ? {} : { id }) };
}

/** The events of a response, until it ends. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  const lines = new EventLines();
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* lines.take(decoder.decode(value, { stream: true }));
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
