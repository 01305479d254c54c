/** Many scenarios as three lines: nine of ten stay above the lowest, half above the middle one, one of ten above the highest. */
export type Envelope = ReturnType<typeof envelopeOf>;

/** What a legend calls the three. */
export const envelopeNames = { low: '1 in 10 below', middle: 'median', high: '1 in 10 above' } as const;

export interface Observation {
  readonly stage: number;
  readonly scenario: number;
  readonly value: number;
}

export function envelopeOf(observations: readonly Observation[]) {
  const byStage = new Map<number, number[]>();
  for (const { stage, value } of observations) {
    const values = byStage.get(stage);
    if (values === undefined) byStage.set(stage, [value]);
    else values.push(value);
  }
  const stages = [...byStage.keys()].sort((a, b) => a - b);
  const sorted = stages.map((stage) => (byStage.get(stage) ?? []).sort((a, b) => a - b));
  return {
    stages,
    low: sorted.map((values) => quantile(values, 0.1)),
    middle: sorted.map((values) => quantile(values, 0.5)),
    high: sorted.map((values) => quantile(values, 0.9)),
    scenarios: new Set(observations.map(({ scenario }) => scenario)).size,
  };
}

/** Linear between the two nearest ranks (Hyndman and Fan, type 7), the default of R and NumPy. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
