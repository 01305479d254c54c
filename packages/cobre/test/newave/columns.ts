/** A line with texts in their columns (from 0, the end is exclusive): numbers stand to the right, words to the left. */
export type Placed = readonly [start: number, end: number, value: string | number];

export function columns(...placed: readonly Placed[]): string {
  let line = '';
  for (const [start, end, value] of placed) {
    const width = end - start;
    const text = typeof value === 'number' ? String(value).padStart(width) : value.padEnd(width);
    if (text.length > width) throw new Error(`'${text}' does not fit ${width} columns`);
    line = line.padEnd(start) + text;
  }
  return line;
}

/** Twelve values, each in its own columns. */
export const months = (
  first: number,
  width: number,
  step: number,
  values: number | readonly (number | null)[],
): Placed[] =>
  Array.from({ length: 12 }, (_, k) => {
    const value = typeof values === 'number' ? values : (values[k] ?? null);
    return [first + step * k, first + step * k + width, value === null ? '' : value] as const;
  });

export const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n`;

export const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
