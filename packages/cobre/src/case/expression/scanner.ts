/** Where an expression stops making sense, and why. */
export class Unexpected extends Error {
  readonly position: number;
  constructor(position: number, detail: string) {
    super(detail);
    this.position = position;
  }
}

/** A text that is read from left to right; spaces never matter. */
export class Scanner {
  readonly text: string;
  position = 0;
  constructor(text: string) {
    this.text = text;
    this.#skipSpace();
  }

  /** Takes what matches at the current position and moves behind it; null when nothing does. */
  take(pattern: RegExp): string | null {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.position;
    const match = sticky.exec(this.text);
    if (match === null) return null;
    this.position = sticky.lastIndex;
    this.#skipSpace();
    return match[0];
  }

  need(pattern: RegExp, what: string): string {
    const start = this.position;
    const taken = this.take(pattern);
    if (taken !== null) return taken;
    const rest = this.text.slice(start, start + 20);
    throw new Unexpected(
      start,
      `expected ${what} at position ${start}, found ${rest === '' ? 'the end' : `'${rest}'`}`,
    );
  }

  get done(): boolean {
    return this.position >= this.text.length;
  }

  #skipSpace(): void {
    while (/\s/.test(this.text[this.position] ?? '')) this.position++;
  }
}
