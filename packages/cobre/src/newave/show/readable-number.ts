/**
 * A number of a deck as people read it: from `large` on with one decimal, below 1 with four digits that count (a specific
 * productivity is 0.008633), between them with four decimals; none ends in zeros. All digits are in the JSON.
 */
export function readableNumber(value: number, large: number): string {
  const size = Math.abs(value);
  const rounded = size >= large ? value.toFixed(1) : size < 1 ? value.toPrecision(4) : value.toFixed(4);
  return String(Number(rounded));
}
