/**
 * A statement of a seed in our own words, and what proves it.
 *
 * `tests` name proofs as `path/of/file.test.ts > title`: the title of a test or of a suite as it stands in that file, or
 * that of one case of a `test.each`. The end of a run tells which of them ran here and passed. A statement nobody proves
 * yet is a gap and names the issue that will close it. To close one, put the proof behind the statement's text.
 */
export type Seed = '000' | '001' | '002' | '003' | '004';

export type Requirement = {
  readonly id: string;
  readonly seed: readonly Seed[];
  readonly section: string;
  readonly text: string;
} & ({ readonly tests: readonly string[] } | { readonly gap: string });

export interface Section {
  readonly seed: readonly Seed[];
  readonly section: string;
  /** Who closes what is still open in this section. */
  readonly gap: string;
}

/** What the statement says, followed by the tests that prove it, if there are any. */
export type Statement = readonly [id: string, text: string, ...tests: readonly string[]];

export function statements({ seed, section, gap }: Section, rows: readonly Statement[]): readonly Requirement[] {
  return rows.map(([id, text, ...tests]) => {
    const row = { id, seed, section, text };
    return tests.length === 0 ? { ...row, gap } : { ...row, tests };
  });
}
