/** Beyond this the table of the comparison would grow large; what is left is shown as replaced. */
const MOST_LINES = 500;

/** The lines that went, with `- `, and those that came, with `+ `, in the order of the texts. */
export function changedLines(before: readonly string[], after: readonly string[]): string[] {
  const start = commonStart(before, after);
  const end = commonStart(before.slice(start).reverse(), after.slice(start).reverse());
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  if (old.length > MOST_LINES || fresh.length > MOST_LINES) return [...minus(old), ...plus(fresh)];
  return walk(old, fresh, commonLengths(old, fresh));
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  return length;
}

/** `table[i][j]` is the length of the longest common subsequence of the texts from line i and line j on. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const skip = Math.max(at(table, i + 1, j), at(table, i, j + 1));
      (table[i] as number[])[j] = a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : skip;
    }
  }
  return table;
}

function walk(a: readonly string[], b: readonly string[], table: readonly (readonly number[])[]): string[] {
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) [i, j] = [i + 1, j + 1];
    else if (at(table, i + 1, j) >= at(table, i, j + 1)) lines.push(`- ${a[i++]}`);
    else lines.push(`+ ${b[j++]}`);
  }
  return [...lines, ...minus(a.slice(i)), ...plus(b.slice(j))];
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

function minus(lines: readonly string[]): string[] {
  return lines.map((line) => `- ${line}`);
}

function plus(lines: readonly string[]): string[] {
  return lines.map((line) => `+ ${line}`);
}
