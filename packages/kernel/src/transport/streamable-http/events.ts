/** Where an event stream was cut: which stream of the session, and the last event that arrived. */
export interface EventPosition {
  readonly stream: number;
  readonly event: number;
}

/**
 * The recent events of one stream, kept so that a client whose connection broke can ask for what it missed. Bounded:
 * progress is outdated by newer progress, so the oldest go first.
 */
export class EventLog {
  readonly #stream: number;
  readonly #kept: { readonly event: number; readonly text: string }[] = [];
  #bytes = 0;
  #last = 0;

  static readonly mostEvents = 256;
  static readonly mostBytes = 4 * 1024 * 1024;

  constructor(stream: number) {
    this.#stream = stream;
  }

  /** The id of the event before all others, with which a client can resume a stream that has said nothing yet. */
  get firstId(): string {
    return eventId({ stream: this.#stream, event: 0 });
  }

  append(text: string): string {
    this.#last += 1;
    this.#kept.push({ event: this.#last, text });
    this.#bytes += text.length;
    while (this.#kept.length > 1 && (this.#kept.length > EventLog.mostEvents || this.#bytes > EventLog.mostBytes)) {
      this.#bytes -= this.#kept.shift()?.text.length ?? 0;
    }
    return eventId({ stream: this.#stream, event: this.#last });
  }

  after(event: number): readonly { readonly id: string; readonly text: string }[] {
    return this.#kept
      .filter((kept) => kept.event > event)
      .map((kept) => ({ id: eventId({ stream: this.#stream, event: kept.event }), text: kept.text }));
  }
}

export function parseEventId(id: string): EventPosition | undefined {
  const [, stream, event] = /^(\d{1,9})-(\d{1,9})$/.exec(id) ?? [];
  return stream === undefined || event === undefined ? undefined : { stream: Number(stream), event: Number(event) };
}

function eventId({ stream, event }: EventPosition): string {
  return `${stream}-${event}`;
}
