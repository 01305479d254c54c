/** Which files make a deck, in the order of the index of files (ARQUIVOS), and what becomes of a study without them. */
import { badLine, columns, type DeckFile, isBlank, linesOf } from '../readers/line.js';
import type { Doubt } from './doubt.js';

/** `needed` files must be there; `used` ones may be missing; `known` ones are recognised, and nothing follows from them. */
export type Need = 'needed' | 'used' | 'known' | 'output';

/** By position in the index. Labels differ between versions of the program, the order does not. */
const listed = [
  ['DGER', 'needed'],
  ['SISTEMA', 'needed'],
  ['CONFHD', 'needed'],
  ['MODIF', 'used'],
  ['CONFT', 'needed'],
  ['TERM', 'needed'],
  ['CLAST', 'needed'],
  ['EXPH', 'used'],
  ['EXPT', 'used'],
  ['PATAMAR', 'needed'],
  ['CORTES', 'output'],
  ['CORTESH', 'output'],
  ['PMO', 'output'],
  ['PARP', 'output'],
  ['FORWARD', 'output'],
  ['FORWARH', 'output'],
  ['SHIST', 'known'],
  ['MANUTT', 'used'],
  ['NEWDESP', 'output'],
  ['VAZPAST', 'used'],
  ['ITAIPU', 'known'],
  ['BID', 'known'],
  ['C_ADIC', 'used'],
  ['LOSS', 'used'],
  ['GTMINPAT', 'known'],
  ['ELNINO', 'known'],
  ['ENSOAUX', 'known'],
  ['DSVAGUA', 'used'],
  ['PENALID', 'used'],
  ['CURVA', 'used'],
  ['AGRINT', 'used'],
  ['ADTERM', 'used'],
  ['GHMIN', 'used'],
  ['SAR', 'known'],
  ['CVAR', 'used'],
  ['REE', 'needed'],
  ['RE', 'used'],
  ['TECNO', 'known'],
] as const satisfies readonly (readonly [string, Need])[];

/** Lines of titles of files that are recognised only; what stands below them is told as records without effect. */
export const titles: Partial<Record<FileKey, number>> = {
  ...{ ITAIPU: 2, BID: 2, GTMINPAT: 2, ELNINO: 0, ENSOAUX: 0, SAR: 0, TECNO: 0 },
  ...{ SELCOR: 2, CDEFVAR: 3, GEE: 0, CLASGAS: 0, ABERTURA: 0 },
};

/** These are found by their own name. */
const unlisted = [
  ['HIDR', 'needed'],
  ['VAZOES', 'needed'],
  ['SELCOR', 'known'],
  ['CDEFVAR', 'known'],
  ['GEE', 'known'],
  ['CLASGAS', 'known'],
  ['ABERTURA', 'known'],
] as const satisfies readonly (readonly [string, Need])[];

export type FileKey = (typeof listed)[number][0] | (typeof unlisted)[number][0];

/** Whether ARQUIVOS may name it otherwise. */
export const isListed = (key: FileKey): boolean => listed.some(([name]) => name === key);

export const deckFiles: readonly (readonly [FileKey, Need])[] = [...listed, ...unlisted];

/** Limits of newer decks; it has its own name. */
export const formulaFile = 'restricao-eletrica.csv';

/** CASO names the index of files. */
export function indexName(first: DeckFile | undefined): string {
  return (first && linesOf(first)[0]?.text.trim()) || 'ARQUIVOS.DAT';
}

/** Whether a file of a folder is read: results of earlier runs lie beside decks, and they may be huge. */
export function isOfDeck(name: string, index: ReadonlyMap<FileKey, string>): boolean {
  const wanted = deckFiles.flatMap(([key, need]) => (need === 'output' ? [] : [index.get(key)!, `${key}.DAT`]));
  return ['CASO.DAT', 'ARQUIVOS.DAT', formulaFile, ...wanted].some(
    (known) => known.toLowerCase() === name.toLowerCase(),
  );
}

/** Names by key, as the index gives them; where it gives none, the usual ones. */
export function indexOf(file: DeckFile | undefined): ReadonlyMap<FileKey, string> {
  const names = new Map<FileKey, string>(deckFiles.map(([key]) => [key, `${key}.DAT`]));
  if (file === undefined) return names;
  const lines = linesOf(file).filter((line) => !isBlank(line));
  for (const [position, [key]] of listed.entries()) {
    const line = lines[position];
    if (line === undefined) break;
    if (line.text.charAt(28) !== ':') throw badLine(line, 28, 'a colon between a label and the name of a file', 29);
    const name = columns(line, 30, line.text.length).split(/\s/)[0] ?? '';
    if (name !== '') names.set(key, name);
  }
  return names;
}

/** Positions up to that of RE; the last one names a file that nothing follows from, and older programs do not have it. */
const fewestNames = listed.length - 1;

/** An index that ends early: files that it should name are looked for by their usual names, and may not be found. */
export function indexDoubts(file: DeckFile | undefined): Doubt[] {
  const lines = file === undefined ? [] : linesOf(file).filter((line) => !isBlank(line));
  if (file === undefined || lines.length >= fewestNames) return [];
  const origin = { file: file.name, line: lines.length + 1 };
  const message = `${origin.file}, line ${origin.line}: expected the name of ${listed[lines.length]![0]}, found the end of the file; this file and those that follow it are looked for by their usual names`;
  return [{ code: 'short-index', origin, message }];
}
