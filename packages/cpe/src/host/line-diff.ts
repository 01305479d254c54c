import { diffArrays } from 'diff';

/** A server may send texts that differ in every line; beyond so many changes all of it is shown as replaced. */
const MOST_CHANGES = 2_000;

/** The lines that went, with `- `, and those that came, with `+ `, in the order of the texts. */
export function changedLines(before: readonly string[], after: readonly string[]): string[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: MOST_CHANGES });
  if (changes === undefined) return [...marked('- ', before), ...marked('+ ', after)];
  return changes.flatMap(({ added, removed, value }) =>
    added ? marked('+ ', value) : removed ? marked('- ', value) : [],
  );
}

function marked(sign: string, lines: readonly string[]): string[] {
  return lines.map((line) => `${sign}${line}`);
}
