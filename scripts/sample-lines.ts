interface Sample {
  readonly what: string;
  readonly few: number;
  readonly all: number;
}

/** One line per thing that was sampled, from what the tests wrote down; several tests may sample the same. */
export function sampleLines(text: string): string[] {
  const samples = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Sample);
  const sums = new Map<string, { few: number; all: number }>();
  for (const { what, few, all } of samples) {
    const sum = sums.get(what) ?? { few: 0, all: 0 };
    sums.set(what, { few: sum.few + few, all: sum.all + all });
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, { few, all }]) => `sampled: ${few} of ${all} ${what}; npm test -- --all runs all`);
}
