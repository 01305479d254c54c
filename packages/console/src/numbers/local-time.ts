/** Times are kept in UTC; people say and read them in the zone of their browser. */
const two = (number: number) => String(number).padStart(2, '0');

/** A day and a time of UTC as they are here: the day may be another one. */
export function hereOf(on: string, time: string): { readonly day: string; readonly time: string } {
  const at = new Date(`${on}T${time}:00Z`);
  return {
    day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}

export function utcOf(day: string, time: string): { readonly on: string; readonly time: string } {
  const iso = new Date(`${day}T${time}:00`).toISOString();
  return { on: iso.slice(0, 10), time: iso.slice(11, 16) };
}
