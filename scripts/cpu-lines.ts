interface FileCost {
  readonly file: string;
  /** Seconds of CPU: of the process that ran the tests, and of the programs they started and waited for. */
  readonly own: number;
  readonly programs: number;
}

/** The dearest test files, from what each of them wrote down (test/support/cpu-meter.ts), and the sum of all. */
export function cpuLines(text: string, most = 25): string[] {
  const costs = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileCost)
    .sort((a, b) => b.own + b.programs - a.own - a.programs);
  const line = (name: string, own: number, programs: number): string =>
    `${(own + programs).toFixed(1).padStart(8)} s, programs ${programs.toFixed(1)} s: ${name}`;
  const sum = (of: 'own' | 'programs'): number => costs.reduce((total, cost) => total + cost[of], 0);
  return [
    'CPU of test files, the dearest first:',
    ...costs.slice(0, most).map(({ file, own, programs }) => line(file, own, programs)),
    line(`all ${costs.length} files`, sum('own'), sum('programs')),
  ];
}
