/** C_ADIC, additional loads; DSVAGUA, other uses of water; GHMIN, the least that hydro plants must generate. */
import { calendarMonth, code, each, need, readRecord, real, text, whole, year } from './field.js';
import { Cursor, type DeckFile } from './line.js';
import { blocksOf } from './sistema.js';
import { type YearColumns, yearRows } from './year-table.js';

const label = { subsystem: code(1, 4), name: text(5, 15), label: text(16, 36) };
const months: YearColumns = { year: [0, 4], first: 6, width: 8, step: 8, unit: 'MW' };

export type AdditionalLoad = ReturnType<typeof readAdditionalLoads>[number];

export const readAdditionalLoads = (file: DeckFile) =>
  blocksOf(new Cursor(file, 2).records()).map(([head, rows]) => ({
    ...readRecord(label, head),
    rows: yearRows(months, rows),
  }));

const withdrawal = {
  year: need(year(0, 4), 0),
  plant: code(6, 9),
  flows: each(12, 7, (k) => real(9 + k, 16 + k, 'm³/s')),
  flag: whole(94, 98),
  comment: text(103),
};
export type Withdrawal = ReturnType<typeof readRecord<typeof withdrawal>>;

export const readWithdrawals = (file: DeckFile) =>
  new Cursor(file, 2).records().map((line) => readRecord(withdrawal, line));

const minimum = {
  plant: code(0, 3),
  month: calendarMonth(5, 7),
  year: need(year(8, 12), 8),
  block: whole(14, 15),
  power: need(real(17, 23, 'MW'), 17),
};
export type MinimumGeneration = ReturnType<typeof readRecord<typeof minimum>>;

export const readMinimumGeneration = (file: DeckFile) =>
  new Cursor(file, 2).records().map((line) => readRecord(minimum, line));
