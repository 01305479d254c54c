import { signal } from '@preact/signals';
import { ago } from '../numbers/time.js';

const now = signal(Date.now());

/** One clock for the whole page. */
export function startClock(): void {
  setInterval(() => {
    now.value = Date.now();
  }, 10_000);
}

/** A moment as a distance from now; the exact time is there for whoever asks. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={new Date(iso).toLocaleString()}>
      {ago(iso, Math.max(now.value, Date.now()))}
    </time>
  );
}
