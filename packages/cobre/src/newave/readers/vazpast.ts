/** VAZPAST: natural flows of the twelve months before the study, by gauge and calendar month. */
import { code, each, readRecord, real, text } from './field.js';
import { Cursor, type DeckFile } from './line.js';

const past = { gauge: code(1, 5), name: text(6, 18), flows: each(12, 10, (k) => real(18 + k, 28 + k, 'm³/s')) };

export type PastFlows = ReturnType<typeof readRecord<typeof past>>;

export function readPastFlows(file: DeckFile): PastFlows[] {
  return new Cursor(file, 3).records().map((line) => readRecord(past, line));
}
