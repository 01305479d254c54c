const anyText = '…';

/** Whether a printed line is what the page shows; `…` stands for any text. */
function fits(printed: string, shown: string): boolean {
  const parts = shown.split(anyText).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(printed);
}

const progressBar = /^[█░]{24}( |$)/;

/** Whether a bar of progress is printed depends on how fast the machine is; pages that show one mean it. */
function withoutBars(printed: readonly string[], shown: readonly string[]): readonly string[] {
  return printed.filter((line) => !progressBar.test(line) || shown.some((pattern) => progressBar.test(pattern)));
}

/** Whether all printed lines are what the page shows; a line that is only `…` stands for any lines, also for none. */
export function allFit(lines: readonly string[], shown: readonly string[]): boolean {
  const printed = withoutBars(lines, shown);
  // Which counts of printed lines the part of the page read so far can stand for.
  let reached = new Set([0]);
  for (const line of shown) {
    const next = new Set<number>();
    for (const count of reached) {
      if (line.trim() !== anyText) {
        if (count < printed.length && fits(printed[count] ?? '', line)) next.add(count + 1);
      } else for (let later = count; later <= printed.length; later++) next.add(later);
    }
    reached = next;
  }
  return reached.has(printed.length);
}

/** Printed lines in the words of the page where they fit, so that a diff against the page shows only what differs. */
export function inWordsOfPage(printed: readonly string[], shown: readonly string[]): readonly string[] {
  if (allFit(printed, shown)) return shown;
  let from = 0;
  return withoutBars(printed, shown).map((line) => {
    const at = shown.findIndex((pattern, index) => index >= from && pattern.trim() !== anyText && fits(line, pattern));
    if (at < 0) return line;
    from = at + 1;
    return shown[at] ?? line;
  });
}
