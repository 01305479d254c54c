/** CVAR, aversion to risk; CURVA, the safety curve; LOSS, losses of interchange; SHIST, years of the historical simulation. */
import { code, readRecord, real, whole } from './field.js';
import { Cursor, type DeckFile, isBlank, isEndMark, type Line, type Origin } from './line.js';
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
    while (!cursor.done && !hasYear(cursor.peek()!, 0, 5)) cursor.skip(1);
    while (!cursor.done && hasYear(cursor.peek()!, 0, 5)) lines.push(cursor.next()!);
    return yearRows(shares, lines);
  };
  return { ...both, alphaByMonth: table(), lambdaByMonth: table() };
}

const curvePenalty = { reservoir: code(1, 4), penalty: real(11, 18, 'R$/MWh') };
const curveMonths: YearColumns = { year: [0, 4], first: 6, width: 5, step: 6, unit: '% of the largest stored energy' };

export function readSafetyCurve(file: DeckFile) {
  const cursor = new Cursor(file, 0);
  const isData = (line: Line) => /^\s*\d/.test(line.text);
  const penalties = cursor
    .table()
    .filter(isData)
    .map((line) => readRecord(curvePenalty, line));
  const rows = cursor.table().filter(isData);
  const curves = blocksOf(rows).map(([head, lines]) => ({
    ...readRecord({ reservoir: code(1, 4) }, head),
    rows: yearRows(curveMonths, lines),
  }));
  return { penalties, curves };
}

const pair = { from: code(1, 5), to: code(6, 10) };
const factors: YearColumns = { year: [6, 10], first: 14, width: 5, step: 6, unit: 'share of the flow' };

/** Four sections; only that of interchange is in use. Rows of the others are told, so that they are not lost silently. */
export function readLosses(file: DeckFile) {
  const cursor = new Cursor(file, 0);
  const section = () => {
    cursor.skip(2);
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
  const { sweeps, firstYear, origin } = readRecord(
    { sweeps: whole(0, 3), firstYear: whole(4, 8) },
    cursor.need('the sweep and its first year'),
  );
  cursor.skip(2);
  const years: number[] = [];
  for (let line = cursor.next(); line !== undefined && !isEndMark(line); line = cursor.next()) {
    if (!isBlank(line)) years.push(readRecord({ year: code(0, 4) }, line).year);
  }
  return { origin, sweeps: sweeps === 1, firstYear, years };
}
