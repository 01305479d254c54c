/** Positions of the states that move the future cost most per unit in any of these cuts, in the order of the states. */
export function heaviest(cuts: readonly (readonly number[])[], most: number): number[] {
  const weights = (cuts[0] ?? []).map((_, state) => Math.max(...cuts.map((cut) => Math.abs(cut[state] ?? 0))));
  return weights
    .map((weight, state) => ({ weight, state }))
    .sort((a, b) => b.weight - a.weight || a.state - b.state)
    .slice(0, most)
    .map(({ state }) => state)
    .sort((a, b) => a - b);
}
