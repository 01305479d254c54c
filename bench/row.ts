/** One line of the benchmark table: ours and a baseline, measured side by side in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly ours: number;
  readonly baseline: number;
  readonly ratio: number;
  readonly unit: string;
  /** What the ratio should reach, in words: "<= 1.15", ">= 3 (goal 8)". */
  readonly target?: string;
}

export type BenchCases = () => Promise<readonly BenchRow[]>;
