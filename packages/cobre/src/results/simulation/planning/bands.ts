/** The middle of a number over scenarios, and the band that holds eight of ten. */
export type Bands = ReturnType<typeof bandsOf>;

/** Quantiles lie between neighbours as in `cobre/statistics`; where scenarios have probabilities, at one of them. */
export function bandsOf(values: readonly number[], weights: Float64Array | null) {
  const order = values.map((_, k) => k).sort((a, b) => values[a]! - values[b]! || a - b);
  const quantile = weights === null ? between(values, order) : reached(values, order, weights);
  return { mean: meanOf(values, weights), p10: quantile(0.1), p50: quantile(0.5), p90: quantile(0.9) };
}

/** Of scenarios that count alike it is the sum by their number, rounded once: 6 of 100 are 6 %, not 6.000000000000001 %. */
export function meanOf(values: readonly number[], weights: Float64Array | null): number {
  if (values.length === 0) return 0;
  if (weights === null) return values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value, k) => sum + value * weights[k]!, 0);
}

type Quantile = (share: number) => number;

function between(values: readonly number[], order: readonly number[]): Quantile {
  return (share) => {
    const place = share * (order.length - 1);
    const low = values[order[Math.floor(place)]!] ?? 0;
    const high = values[order[Math.ceil(place)]!] ?? 0;
    return low + (high - low) * (place - Math.floor(place));
  };
}

/** The least value that at least this share of the probability does not exceed. */
function reached(values: readonly number[], order: readonly number[], weights: Float64Array): Quantile {
  return (share) => {
    let mass = 0;
    const found = order.find((k) => {
      mass += weights[k]!;
      return mass >= share - 1e-12;
    });
    return values[found ?? order.at(-1)!] ?? 0;
  };
}

/** `storage` becomes `storage_mean`, `storage_p10`, … */
export function named(name: string, bands: Bands): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(bands).map(([band, value]) => [`${name}_${band}`, value]));
}
