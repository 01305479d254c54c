/** Mean and spread of the costs of a forward pass; the spread divides by M − 1 and is 0 for a single trial. */
export function spreadOf(values: Float64Array): { readonly mean: number; readonly std: number } {
  const count = values.length;
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / count;
  if (count < 2) return { mean, std: 0 };
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return { mean, std: Math.sqrt(squares / (count - 1)) };
}

/** Half width of the 95 % confidence interval of the mean. */
export function halfWidth95(std: number, count: number): number {
  return count < 2 ? 0 : (1.96 * std) / Math.sqrt(count);
}

/**
 * The relative gap, `(upper − lower) / max(1, |upper|)`, a fraction. It is the only one: files, tools and screens show this
 * number (docs/explanation/bounds-and-gap.md). Below one dollar the distance itself is told, so that zero bounds have a gap.
 */
export function gapOf(lower: number, upper: number): number {
  return (upper - lower) / Math.max(1, Math.abs(upper));
}
