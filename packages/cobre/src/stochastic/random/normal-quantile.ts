/**
 * Quantile of the standard normal by Beasley and Springer in the middle and Moro's fit in the tails (|error| below 3e-9).
 * Stratified and low-discrepancy points become normal variates through it.
 */
const CENTRE = [2.50662823884, -18.61500062529, 41.39119773534, -25.44106049637];
const CENTRE_DIVISOR = [-8.4735109309, 23.08336743743, -21.06224101826, 3.13082909833];
const TAIL = [
  0.3374754822726147, 0.9761690190917186, 0.1607979714918209, 0.0276438810333863, 0.0038405729373609,
  0.0003951896511919, 0.0000321767881768, 0.0000002888167364, 0.0000003960315187,
];

const SMALLEST = 2.2250738585072014e-308;

/** `probability` is moved into the open unit interval first. */
export function normalQuantile(probability: number): number {
  const p = Math.min(1 - Number.EPSILON, Math.max(SMALLEST, probability));
  const y = p - 0.5;
  if (Math.abs(y) < 0.42) {
    const r = y * y;
    return (y * polynomial(CENTRE, r)) / (1 + r * polynomial(CENTRE_DIVISOR, r));
  }
  const far = polynomial(TAIL, Math.log(-Math.log(y > 0 ? 1 - p : p)));
  return y > 0 ? far : -far;
}

function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) value = value * x + coefficients[i]!;
  return value;
}
