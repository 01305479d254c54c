/** One line of the benchmark table: ours and a baseline, measured side by side in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly ours: number;
  readonly baseline: number;
  readonly ratio: number;
  readonly unit: string;
  /** What the ratio should reach, in words: "<= 1.15", ">= 3 (goal 8)". */
  readonly target?: string | undefined;
  /** What most of our side goes into, in a few words: whoever wants it faster starts there. */
  readonly dominatedBy?: string;
}

export interface BenchOptions {
  /** Fewer rounds and smaller loads: enough to see that everything runs and roughly where it stands. */
  readonly quick: boolean;
}

export type BenchCases = (options: BenchOptions) => Promise<readonly BenchRow[]>;
