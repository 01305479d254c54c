/** CVAR, aversion to risk; CURVA, the safety curve; LOSS, losses of interchange; SHIST, years of the historical simulation. */
import { code, need, readRecord, real, whole } from './field.js';
import { badLine, Cursor, type DeckFile, isBlank, isEndMark, type Line, type Origin } from './line.js';
import { blocksOf } from './sistema.js';
import { hasYear, type YearColumns, type YearRow, yearRows } from './year-table.js';

const constant = { alpha: real(7, 12, '%'), lambda: real(14, 19, '%') };
const shares: YearColumns = { year: [0, 5], first: 7, width: 5, step: 7, unit: '%' };

export interface RiskAversion {
  readonly origin: Origin;
  readonly alpha: number | null;
  readonly lambda: number | null;
  readonly alphaByMonth: readonly YearRow[];
  readonly lambdaByMonth: readonly YearRow[];
}

export function readRiskAversion(file: DeckFile): RiskAversion {
  const cursor = new Cursor(file, 2);
  const both = readRecord(constant, cursor.need('alpha and lambda'));
  const table = (): YearRow[] => {
    const lines: Line[] = [];
    cursor.skip(2);
    for (let line = cursor.peek(); line !== undefined && !isTitle(line); line = cursor.peek()) {
      if (!isBlank(line) && !hasYear(line, 0, 5)) throw badLine(line, 0, 'a year of four digits, PRE or POS', 5);
      if (!isBlank(line)) lines.push(line);
      cursor.skip(1);
    }
    return yearRows(shares, lines);
  };
  return { ...both, alphaByMonth: table(), lambdaByMonth: table() };
}

/** Titles are words; rows have at most the letters of PRE and POS. */
const isTitle = ({ text }: Line) => /[A-Z]{4}/i.test(text);

const curvePenalty = { reservoir: code(1, 4), penalty: need(real(11, 18, 'R$/MWh'), 11) };
const curveMonths: YearColumns = { year: [0, 4], first: 6, width: 5, step: 6, unit: '% of the largest stored energy' };

export function readSafetyCurve(file: DeckFile) {
  const cursor = new Cursor(file, 0);
  const penalties = untitled(cursor.records()).map((line) => readRecord(curvePenalty, line));
  const curves = blocksOf(untitled(cursor.records())).map(([head, lines]) => ({
    ...readRecord({ reservoir: code(1, 4) }, head),
    rows: yearRows(curveMonths, lines),
  }));
  return { penalties, curves };
}

/** Titles stand before the first number. */
function untitled(lines: readonly Line[]): Line[] {
  const first = lines.findIndex(({ text }) => /\d/.test(text));
  return first < 0 ? [] : lines.slice(first);
}

const pair = { from: code(1, 5), to: code(6, 10) };
const factors: YearColumns = { year: [6, 10], first: 14, width: 5, step: 6, unit: 'share of the flow' };

/** Four sections; only that of interchange is in use. Rows of the others are told, so that they are not lost silently. */
export function readLosses(file: DeckFile) {
  const cursor = new Cursor(file, 0);
  const section = () => {
    for (const line of [cursor.next(), cursor.next()])
      if (line !== undefined && isEndMark(line)) throw badLine(line, 0, 'a title and a mask above every section', 10);
    return cursor.records();
  };
  const other = [section(), section(), section()].flat();
  const isRow = (line: Line) => line.text.slice(14).trim() !== '';
  const interchange = blocksOf(section(), isRow).map(([head, lines]) => ({
    ...readRecord(pair, head),
    rows: yearRows(factors, lines),
  }));
  return { other: other.map(({ file: name, line }) => ({ file: name, line })), interchange };
}

/** The years by which history is simulated. */
export function readHistoricalYears(file: DeckFile) {
  const cursor = new Cursor(file, 2);
  const head = cursor.need('the sweep and its first year');
  const { sweeps, firstYear, origin } = readRecord({ sweeps: whole(0, 3), firstYear: whole(4, 8) }, head);
  if (sweeps !== 0 && sweeps !== 1) throw badLine(head, 0, '0 or 1 (whether history is swept)', 3);
  cursor.skip(2);
  const years: number[] = [];
  for (let line = cursor.next(); line !== undefined && !isEndMark(line); line = cursor.next()) {
    if (!isBlank(line)) years.push(readRecord({ year: code(0, 4) }, line).year);
  }
  return { origin, sweeps: sweeps === 1, firstYear, years };
}
