/**
 * What all trajectories of an iteration share in a noise group (permutations, scrambles) is made once and kept until
 * another iteration asks. Purely a saving: the same iteration and group always give the same value.
 */
export function perIteration<T>(
  make: (iteration: number, group: number) => T,
): (iteration: number, group: number) => T {
  let current: number | null = null;
  const made = new Map<number, T>();
  return (iteration, group) => {
    if (iteration !== current) made.clear();
    current = iteration;
    const known = made.get(group);
    if (known !== undefined) return known;
    const value = make(iteration, group);
    made.set(group, value);
    return value;
  };
}
