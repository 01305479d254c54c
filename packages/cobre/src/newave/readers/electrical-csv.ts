/** restricao-eletrica.csv of newer decks: limits on sums of generation and interchange, separated by semicolons. */
import { numberIn } from './field.js';
import { badLine, type DeckFile, isBlank, type Line, linesOf, type Origin } from './line.js';
import { type Month, monthOf } from './month.js';

export interface FormulaTerm {
  readonly coefficient: number;
  readonly what: 'ger_usih' | 'ger_usit' | 'ener_interc';
  readonly codes: readonly number[];
}

export interface Formula {
  readonly origin: Origin;
  readonly id: number;
  readonly terms: readonly FormulaTerm[];
}

export interface FormulaLimit {
  readonly origin: Origin;
  readonly id: number;
  readonly from: Month;
  readonly to: Month;
  readonly block: number;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** When a restriction holds at all. */
export interface FormulaHorizon {
  readonly origin: Origin;
  readonly id: number;
  readonly from: Month;
  readonly to: Month;
}

/** Beyond this a limit is none. */
const unlimited = 1e30;

export function readFormulas(file: DeckFile): {
  formulas: Formula[];
  limits: FormulaLimit[];
  horizons: FormulaHorizon[];
} {
  const found = { formulas: [] as Formula[], limits: [] as FormulaLimit[], horizons: [] as FormulaHorizon[] };
  for (const line of linesOf(file)) {
    if (isBlank(line) || line.text.trimStart().startsWith('&')) continue;
    const cells = line.text.split(';').map((cell) => cell.trim());
    const kind = cells[0]?.toUpperCase();
    const origin = { file: line.file, line: line.line };
    if (kind === 'RE') found.formulas.push({ origin, id: idIn(line, cells), terms: termsIn(line, cells[2] ?? '') });
    else if (kind === 'RE-LIM-FORM-PER-PAT') found.limits.push({ origin, ...limitIn(line, cells) });
    else if (kind === 'RE-HORIZ-PER') found.horizons.push({ origin, ...horizonIn(line, cells) });
    else throw badLine(line, 0, 'RE, RE-HORIZ-PER or RE-LIM-FORM-PER-PAT', 20);
  }
  return found;
}

function idIn(line: Line, cells: readonly string[]): number {
  const id = Number(cells[1] || Number.NaN);
  if (Number.isInteger(id)) return id;
  throw badLine(line, line.text.indexOf(';') + 1, 'the number of a restriction');
}

const horizonIn = (line: Line, cells: readonly string[]): Omit<FormulaHorizon, 'origin'> => ({
  id: idIn(line, cells),
  from: monthIn(line, cells[2]),
  to: monthIn(line, cells[3]),
});

function limitIn(line: Line, cells: readonly string[]): Omit<FormulaLimit, 'origin'> {
  const [lower, upper] = [numberIn(cells[5] ?? ''), numberIn(cells[6] ?? '')];
  if (lower === null || upper === null)
    throw badLine(line, 0, 'a lower and an upper limit in the sixth and seventh cell');
  return {
    ...horizonIn(line, cells),
    block: blockIn(line, cells[4]),
    lower: Math.abs(lower) >= unlimited ? null : lower,
    upper: Math.abs(upper) >= unlimited ? null : upper,
  };
}

function blockIn(line: Line, cell = ''): number {
  if (/^\d$/.test(cell)) return Number(cell);
  throw badLine(line, 0, 'a block in the fifth cell, 0 for all');
}

function monthIn(line: Line, cell = ''): Month {
  const match = /^(\d{4})\/(0?[1-9]|1[0-2])$/.exec(cell);
  if (match) return monthOf(Number(match[1]), Number(match[2]));
  throw badLine(line, Math.max(0, line.text.indexOf(cell)), 'a month as YYYY/MM');
}

/** A sum; the coefficient is glued to the name and is 1 when absent. */
function termsIn(line: Line, formula: string): FormulaTerm[] {
  const pattern =
    /([+-]?)\s*(\d+\.?\d*|\.\d+)?\s*\*?\s*(ger_usih|ger_usit|ener_interc)\s*\((\s*\d+\s*(?:,\s*\d+\s*)?)\)/gi;
  const terms = [...formula.matchAll(pattern)].map(([, sign, factor, what, codes]) => ({
    coefficient: (sign === '-' ? -1 : 1) * Number(factor ?? 1),
    what: what!.toLowerCase() as FormulaTerm['what'],
    codes: codes!.split(',').map(Number),
  }));
  if (terms.length > 0 && formula.replace(pattern, '').trim() === '') return terms;
  throw badLine(line, Math.max(0, line.text.indexOf(formula)), 'a sum of ger_usih, ger_usit and ener_interc');
}
