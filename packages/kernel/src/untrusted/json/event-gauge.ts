import { type Excess, JsonGauge } from './json-gauge.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COLON = 0x3a;
const DATA = [...'data:'].map((letter) => letter.charCodeAt(0));

/**
 * Measures a stream of server-sent events while it comes. Every event is a message of its own, so an endless stream is
 * fine and an endless event is not; only its `data` is JSON, and comments are thrown away by whoever reads.
 */
export class EventGauge {
  readonly #json = new JsonGauge();
  readonly #maxBytes: number;
  #eventBytes = 0;
  #lineBytes = 0;
  #isComment = false;
  /** How many letters of `data:` the line began with; -1 when it is some other field. */
  #matched = 0;
  #afterReturn = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(bytes: Uint8Array): Excess | undefined {
    let feed = bytes.indexOf(LINE_FEED);
    let back = bytes.indexOf(CARRIAGE_RETURN);
    for (let start = 0; start < bytes.length; ) {
      if (feed !== -1 && feed < start) feed = bytes.indexOf(LINE_FEED, start);
      if (back !== -1 && back < start) back = bytes.indexOf(CARRIAGE_RETURN, start);
      const ends = [feed, back].filter((place) => place !== -1);
      const end = ends.length === 0 ? bytes.length : Math.min(...ends);
      const excess = this.#part(bytes, start, end);
      if (excess !== undefined) return excess;
      if (end < bytes.length) this.#endLine(bytes[end] === LINE_FEED);
      start = end + 1;
    }
    return undefined;
  }

  #part(bytes: Uint8Array, start: number, end: number): Excess | undefined {
    let at = start;
    if (this.#lineBytes === 0 && at < end) this.#isComment = bytes[at] === COLON;
    this.#lineBytes += end - start;
    if (this.#eventBytes + this.#lineBytes > this.#maxBytes) return { bound: 'bytes', limit: this.#maxBytes };
    while (at < end && this.#matched >= 0 && this.#matched < DATA.length) {
      this.#matched = bytes[at] === DATA[this.#matched] ? this.#matched + 1 : -1;
      at += 1;
    }
    return this.#matched === DATA.length ? this.#json.push(bytes, at, end) : undefined;
  }

  /** An empty line ends the event; the second byte of a line end with two is none. */
  #endLine(isFeed: boolean): void {
    const isEmpty = this.#lineBytes === 0;
    if (isEmpty && (!isFeed || !this.#afterReturn)) {
      this.#json.reset();
      this.#eventBytes = 0;
    }
    this.#afterReturn = !isFeed;
    if (!this.#isComment) this.#eventBytes += this.#lineBytes;
    this.#lineBytes = 0;
    this.#matched = 0;
    this.#isComment = false;
  }
}
