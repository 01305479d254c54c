/**
 * Values that a workflow computes or a server answers with can be anything JavaScript has a word for. What is kept, shown
 * and approved must have one spelling in JSON; what has none is found here, before anything is written.
 */

/** A value that cannot be kept. It is the fault of a step and fails that step; the engine goes on. */
export class InvalidValue extends Error {}

/** The ledger refuses more than 200 levels; arguments stand some levels deep in what is recorded of them. */
const deepest = 150;

/** With the `u` flag a proper pair is one character of another kind, so only halves match. */
const halfPair = /\p{Surrogate}/u;

/** What is wrong with a value and where, if anything is. */
export function valueProblem(value: unknown, path: string[] = []): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : at(path, `${value} is not a number`);
  if (typeof value === 'string') return halfPair.test(value) ? at(path, 'the text is not valid Unicode') : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= deepest) return at(path, `it nests deeper than ${deepest} levels`);
  for (const [key, member] of Object.entries(value)) {
    path.push(key);
    const problem = valueProblem(key, path) ?? valueProblem(member, path);
    if (problem !== undefined) return problem;
    path.pop();
  }
  return undefined;
}

export function checkedValue<T>(value: T): T {
  const problem = valueProblem(value);
  if (problem !== undefined) throw new InvalidValue(`A computed value cannot be used: ${problem}.`);
  return value;
}

/** Text from outside as it can be recorded: halves of characters become the sign for what cannot be shown. */
export const wellFormed = (text: string): string =>
  halfPair.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;

function at(path: readonly string[], problem: string): string {
  return path.length === 0 ? problem : `at /${path.slice(0, 20).map(wellFormed).join('/')} ${problem}`;
}
