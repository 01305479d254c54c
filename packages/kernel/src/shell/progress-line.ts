import { colors } from './colours.js';

/** Where nobody watches a line move, one line in this many milliseconds is enough for a log. */
const logEveryMs = 2000;
/** A terminal need not be redrawn faster than people see. */
const drawEveryMs = 50;
const barWidth = 24;

interface Surface {
  readonly live: boolean;
  note(text: string): void;
}

/** Tells people how work goes: one line that moves on a terminal, now and then a line in a log. */
export class ProgressLine {
  readonly #surface: Surface;
  readonly #now: () => number;
  #last = Number.NEGATIVE_INFINITY;
  #drawn = false;

  constructor(surface: Surface, now: () => number = () => performance.now()) {
    this.#surface = surface;
    this.#now = now;
  }

  /** Work begins: a log hears of it only if it lasts. A terminal shows it at once and leaves nothing of it. */
  begin(): void {
    if (!this.#surface.live) this.#last = this.#now();
  }

  /** A milestone is told in any case; other news only when the last is old enough. */
  show(text: string, { milestone = false }: { readonly milestone?: boolean } = {}): void {
    const { live } = this.#surface;
    const now = this.#now();
    if (!milestone && now - this.#last < (live ? drawEveryMs : logEveryMs)) return;
    this.#last = now;
    this.#drawn = live;
    this.#surface.note(live ? `\r\u001b[2K${text}` : `${text}\n`);
  }

  /** Leaves a clean line for what follows. */
  end(): void {
    if (this.#drawn) this.#surface.note('\r\u001b[2K');
    this.#drawn = false;
  }
}

export function progressBar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * barWidth);
  return colors.cyan('█'.repeat(full)) + colors.dim('░'.repeat(barWidth - full));
}
