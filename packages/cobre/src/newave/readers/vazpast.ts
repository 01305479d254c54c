/** VAZPAST: natural flows of the twelve months before the study, by gauge and calendar month. */
import { code, each, readRecord, real, text } from './field.js';
import { badLine, Cursor, type DeckFile, linesOf } from './line.js';

const past = { gauge: code(1, 5), name: text(6, 18), flows: each(12, 10, (k) => real(18 + k, 28 + k, 'm³/s')) };

export type PastFlows = ReturnType<typeof readRecord<typeof past>>;

export function readPastFlows(file: DeckFile): PastFlows[] {
  return new Cursor(file, 3).records().map((line) => readRecord(past, line));
}

/** The month the file was made for, in its third line; null where it does not say. */
export interface PlannedMonth {
  readonly file: string;
  readonly month: number;
  readonly year: number;
}

export function readPlannedMonth(file: DeckFile): PlannedMonth | null {
  const line = linesOf(file)[2];
  if (line === undefined || !/MESPLAN/i.test(line.text)) return null;
  const found = /MESPLAN=\s*(\d+)\s+ANOPLAN=\s*(\d{4})\s*$/i.exec(line.text);
  if (!found) throw badLine(line, 0, 'MESPLAN= and a month, ANOPLAN= and a year');
  return { file: line.file, month: Number(found[1]), year: Number(found[2]) };
}
