/** Where files end: the nines that close their tables, and the end of the last line. A file that was cut lacks them. */
import type { Fault } from '@quadrivium/kernel/fault';
import { badLine, type DeckFile, isEndMark, type Line, linesOf } from '../readers/line.js';
import type { Doubt } from './doubt.js';
import type { FileKey } from './files.js';

/**
 * How many tables must be closed, because another one follows, and how many usually are. The official program also takes a
 * last table that ends with its file, and so such a deck is read and told.
 */
const marks: Partial<Record<FileKey, readonly [must: number, usual: number]>> = {
  ...{ SISTEMA: [3, 4], PATAMAR: [1, 1], CLAST: [1, 1], REE: [0, 1], AGRINT: [1, 2], RE: [1, 2], LOSS: [3, 4] },
  ...{ C_ADIC: [0, 1], DSVAGUA: [0, 1], GHMIN: [0, 1], ADTERM: [0, 1], EXPH: [0, 1], CURVA: [1, 2] },
};

/** Lists that official decks leave open and that no other file counts: one that was cut between two lines looks whole. */
const openLists: ReadonlySet<FileKey> = new Set(['MODIF', 'EXPT', 'CLAST', 'MANUTT', 'PENALID']);

/** One warning for all of them, so that whoever knows the deck can compare where they end. */
export function openEnds(files: readonly (readonly [FileKey, DeckFile])[]): Doubt[] {
  const open = files
    .filter(([key, file]) => openLists.has(key) && linesOf(file).length > (key === 'CLAST' ? 0 : 2))
    .map(([, file]) => linesOf(file).at(-1)!)
    .filter((last) => !isEndMark(last));
  const [first] = open;
  if (first === undefined) return [];
  const ends = open.map(({ file, line, text }) => `${file}, line ${line}: '${text.trim().slice(0, 60).trim()}'`);
  const message = `Expected a closing line (9999), found the end of the file, as usual in official decks; nothing else tells whether something is missing behind the last record that was read: ${ends.join('; ')}`;
  return [{ code: 'open-end', origin: { file: first.file, line: first.line }, message }];
}

export interface FileEnd {
  readonly fault: Fault | null;
  readonly doubts: readonly Doubt[];
}

/** What the end of a text file says about the rest of it. An empty file has no tables to close. */
export function endOf(key: FileKey, file: DeckFile): FileEnd {
  const lines = linesOf(file);
  const last = lines.at(-1);
  if (last === undefined) return { fault: null, doubts: [] };
  const [must, usual] = marks[key] ?? [0, 0];
  const found = lines.filter(isEndMark).length;
  const after = { file: file.name, line: last.line + 1, text: '' };
  if (found < must)
    return { fault: badLine(after, 0, `999 or 9999 to close table ${found + 1} of ${must}`), doubts: [] };
  const behind = lines.length - 1 - lines.findLastIndex(isEndMark);
  const isOpen = found < usual || (key === 'EXPH' && behind > 0) || (key === 'CLAST' && found === 1 && behind < 2);
  return { fault: null, doubts: [...(isOpen ? [unclosed(after)] : []), ...behindLast(key, lines), ...brokenOff(file)] };
}

/** Tables of files that have more than one; PATAMAR closes the durations of blocks, too, in some decks. */
const tables: Partial<Record<FileKey, number>> = {
  ...{ SISTEMA: 4, PATAMAR: 4, CLAST: 2, AGRINT: 2, RE: 2, LOSS: 4, CURVA: 2, EXPH: Number.POSITIVE_INFINITY },
};

/** Nobody reads what stands behind the last table: a code among its lines that became nines would cut it. */
function behindLast(key: FileKey, lines: readonly Line[]): Doubt[] {
  const closing = lines.filter(isEndMark)[(tables[key] ?? 1) - 1];
  const rest = closing === undefined ? [] : lines.slice(closing.line).filter((line) => /\d/.test(line.text));
  const [first] = rest;
  if (first === undefined || key === 'DGER' || (key === 'REE' && /FICT/i.test(first.text))) return [];
  const { file, line } = first;
  const message = `${file}, line ${line}: expected nothing behind the last table, which line ${closing!.line} closes, found ${rest.length} lines with numbers; they are not read`;
  return [{ code: 'behind-the-end', origin: { file, line }, message }];
}

const unclosed = ({ file, line }: { file: string; line: number }): Doubt => ({
  code: 'no-end-mark',
  origin: { file, line },
  message: `${file}, line ${line}: expected the last table and 999 or 9999 to close it, found the end of the file; it may have been cut`,
});

/** A last line without a line end was saved by an editor, or the file was cut within it. */
export function brokenOff(file: DeckFile): Doubt[] {
  const last = linesOf(file).at(-1);
  const start = Math.max(file.bytes.lastIndexOf(0x0a), file.bytes.lastIndexOf(0x0d)) + 1;
  const rest = Buffer.from(file.bytes.subarray(start)).toString('latin1').replaceAll('\u001a', '');
  if (last === undefined || rest.trim() === '' || isEndMark(last)) return [];
  const { line } = last;
  const message = `${file.name}, line ${line}: expected a line end, found the end of the file; the line may have been cut`;
  return [{ code: 'no-line-end', origin: { file: file.name, line }, message }];
}
