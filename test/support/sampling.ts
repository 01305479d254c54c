/**
 * What is exhaustive is sampled, so that `npm test` is soon done: `npm test -- --all`, and CI, run everything. The choice
 * is always the same, and the end of the run says what was left out.
 */
import { appendFileSync } from 'node:fs';
import { type TestAPI, test } from 'vitest';

export const everything = Boolean(process.env.CI) || process.env.TEST_ALL === '1';

/** Every so-many-th of a list, the first included. */
export function sampled<Item>(what: string, all: readonly Item[], every: number): readonly Item[] {
  if (everything) return all;
  const few = all.filter((_, index) => index % every === 0);
  tell(what, few.length, all.length);
  return few;
}

/** How often something is to be done: fewer times where that is enough for a day's work. */
export function sampledCount(what: string, all: number, few: number): number {
  if (everything) return all;
  tell(what, few, all);
  return few;
}

/** `test` for a story that tells at length what others tell in parts: where not everything runs, it is a skip. */
export function atLength(what: string): TestAPI | TestAPI['skip'] {
  if (everything) return test;
  tell(what, 0, 1);
  return test.skip;
}

/** The reporter opens the file and reads it when all is done (scripts/closing-line-reporter.ts). */
export function tell(what: string, few: number, all: number): void {
  const file = process.env.TEST_SAMPLES;
  if (file !== undefined && few < all) appendFileSync(file, `${JSON.stringify({ what, few, all })}\n`);
}
