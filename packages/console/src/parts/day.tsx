const spelled = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as people write it; what is no date is shown as it is. */
export function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{dayInWords(iso)}</time>;
}

export function dayInWords(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : spelled.format(at);
}
