const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How far a moment is from now, in the largest unit that fits. */
export function ago(iso: string, now: number): string {
  const distance = Date.parse(iso) - now;
  if (Number.isNaN(distance)) return iso;
  const [unit, ms] = units.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1000];
  return words.format(Math.trunc(distance / ms), unit);
}

/** How long something took. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60 ? `${minutes} min ${Math.round((ms % 60_000) / 1000)} s` : `${(ms / 3_600_000).toFixed(1)} h`;
}

export function between(fromIso: string | undefined, toIso: string | undefined): string | undefined {
  if (fromIso === undefined || toIso === undefined) return undefined;
  return duration(Math.max(0, Date.parse(toIso) - Date.parse(fromIso)));
}
