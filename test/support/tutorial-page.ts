/**
 * A tutorial is a page of Markdown whose ```console blocks are run as they stand. A line that starts with `$ ` is a
 * command; the lines after it are what it prints. `…` inside a line stands for any text, and a line that is only `…` for
 * any lines. A block ```file name=<path> is written to that file. Everything else is prose.
 */
export type TutorialStep =
  | { readonly kind: 'file'; readonly line: number; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly line: number; readonly command: string; readonly expected: readonly string[] };

interface Block {
  readonly info: string;
  /** Number of the first line inside, counted from one, as editors do. */
  readonly line: number;
  readonly lines: readonly string[];
}

function blocksOf(page: string): Block[] {
  const lines = page.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const fence = /^(`{3,})(.+)$/.exec(lines[at] ?? '');
    if (fence === null) continue;
    const end = lines.indexOf(fence[1] ?? '', at + 1);
    if (end < 0) throw new Error(`The block that opens in line ${at + 1} is never closed.`);
    blocks.push({ info: (fence[2] ?? '').trim(), line: at + 2, lines: lines.slice(at + 1, end) });
    at = end;
  }
  return blocks;
}

function commandsOf(block: Block): TutorialStep[] {
  const steps: { kind: 'command'; line: number; command: string; expected: string[] }[] = [];
  let continues = false;
  for (const [n, line] of block.lines.entries()) {
    const current = steps.at(-1);
    if (continues && current) current.command += `\n${line.replace(/^> /, '')}`;
    else if (line.startsWith('$ '))
      steps.push({ kind: 'command', line: block.line + n, command: line.slice(2), expected: [] });
    else if (current) current.expected.push(line.trimEnd());
    else throw new Error(`Line ${block.line + n} is output without a command; a command starts with "$ ".`);
    continues = (continues || line.startsWith('$ ')) && line.endsWith('\\');
  }
  return steps.map((step) => ({ ...step, expected: withoutBlankEnd(step.expected) }));
}

/** Blank lines between two commands are there for the reader's eyes. */
export function withoutBlankEnd(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

export function parseTutorial(page: string): TutorialStep[] {
  return blocksOf(page).flatMap((block): TutorialStep[] => {
    if (block.info === 'console') return commandsOf(block);
    const name = /^file name=(\S+)$/.exec(block.info)?.[1];
    return name ? [{ kind: 'file', line: block.line, name, text: `${block.lines.join('\n')}\n` }] : [];
  });
}

/** The ports a page speaks of, so that a run can use free ones in their place. */
export function portsOf(page: string): string[] {
  const found = page.matchAll(/(?:127\.0\.0\.1:|localhost:|--port[ =])(\d{4,5})\b/g);
  return [...new Set([...found].map((match) => match[1] ?? ''))];
}
