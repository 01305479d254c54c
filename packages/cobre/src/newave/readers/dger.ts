/** DGER: one value per line, found by the number of the line; newer programs append lines. */
import { described, type Field, numberIn, type RecordOf, readRecord, real, text, whole } from './field.js';
import { badLine, columns, type DeckFile, isBlank, type Line, linesOf, type Origin } from './line.js';

const number: Field<number | null> = { ...whole(21, 25), read: (line, name) => settingIn(line, name) };
const share = real(21, 27, '%');

/** By line. What a deck is too short to have is null: its switch is off. */
const values = {
  title: [1, text(0, 80)],
  runType: [2, number],
  periodMonths: [3, number],
  studyYears: [4, number],
  firstMonth: [6, number],
  firstYear: [7, number],
  preStudyYears: [8, number],
  postStudyYears: [9, number],
  postStudyYearsSimulated: [10, number],
  iterations: [16, number],
  forwardPasses: [17, number],
  openings: [18, number],
  series: [19, number],
  largestOrder: [20, number],
  firstYearOfHistory: [21, number],
  storageFromPlants: [22, number],
  storedEnergyByReservoir: [24, { spans: [[21, Number.POSITIVE_INFINITY]], read: (line: Line) => energiesIn(line) }],
  discountRate: [26, share],
  finalSimulation: [27, number],
  leastIterations: [31, number],
  maintenanceYears: [33, number],
  itaipu: [35, number],
  bid: [36, number],
  losses: [37, number],
  elNino: [38, number],
  durationsByYear: [40, number],
  withdrawals: [41, number],
  withdrawalsByStorage: [42, number],
  safetyCurve: [43, number],
  interchangeGroups: [47, number],
  additionalLoads: [51, number],
  upperStep: [52, share],
  lowerStep: [53, share],
  stepsInARow: [54, number],
  anticipatedGas: [55, number],
  minimumGeneration: [57, number],
  riskSurface: [60, number],
  cvar: [61, number],
  ignoresMinimumOutflow: [63, number],
  electricalLimits: [64, number],
  cutSelection: [65, number],
} as const satisfies Record<string, readonly [number, Field<unknown>]>;

export type Setting = keyof typeof values;

/** By line, what the label of it says in every deck known here: a line that is lost or written twice moves all behind it. */
export const labels: Readonly<Record<number, RegExp>> = {
  ...{ 4: /ANOS DO EST/, 6: /MES INICIO DO EST/, 7: /ANO INICIO DO EST/, 9: /ANOS POS$/, 16: /MAX. DE ITER/ },
  ...{ 17: /SIM. FORWARD/, 18: /ABERTURAS/, 19: /SERIES SINT/, 20: /ORDEM MAX/, 21: /ANO INICIAL HIST/ },
  ...{ 22: /VOL.INICIAL/, 26: /TAXA DE DESCONTO/, 33: /ANOS MANUT/, 37: /PERDAS/, 40: /DURACAO POR PATAMAR/ },
  ...{ 41: /OUTROS USOS/, 47: /AGRUPAMENTO/, 51: /CARGA ADICIONAL/, 55: /ANTEC.*GNL/, 57: /GHMIN/, 61: /^CVAR/ },
  ...{ 63: /DESCONSIDERA VAZMIN/, 64: /^RESTRICOES ELETRICAS/, 65: /SELECAO DE CORTES/ },
};

type Values = { readonly [K in keyof typeof values]: (typeof values)[K][1] };
export type General = RecordOf<Values> & {
  readonly studyYears: number;
  readonly firstMonth: number;
  readonly firstYear: number;
};

/** Lines that some program after ours reads: their switches are told when they are on. */
export interface LaterSwitch {
  readonly line: number;
  readonly label: string;
  readonly value: number;
}

interface Lines {
  /** Lines whose label stands at another line of this deck. */
  readonly moved: readonly MovedLine[];
  readonly later: readonly LaterSwitch[];
  /** Where each value stands; null where the deck is too short to have it. */
  readonly origins: Readonly<Record<Setting, Origin | null>>;
  /** Lines that say something else: what to print, and what nobody knows. */
  readonly others: readonly Origin[];
}

export interface MovedLine {
  readonly line: number;
  readonly found: string;
  readonly wantedAt: number;
}

function movedIn(lines: readonly Line[]): MovedLine[] {
  const label = (k: number) => lines[k - 1]?.text.slice(0, 21).trim().toUpperCase() ?? '';
  return Object.entries(labels).flatMap(([key, expected]) => {
    if (expected.test(label(Number(key)))) return [];
    const at = lines.findIndex((_, k) => expected.test(label(k + 1))) + 1;
    return at === 0 ? [] : [{ line: at, found: label(at), wantedAt: Number(key) }];
  });
}

export function readGeneral(file: DeckFile): General & Lines {
  const lines = linesOf(file);
  const at = (k: number): Line => lines[k - 1] ?? { file: file.name, line: k, text: '' };
  const read = Object.fromEntries(
    Object.entries(values).map(([name, [line, field]]) => [name, readRecord({ [name]: field }, at(line))[name]]),
  ) as unknown as General;
  for (const name of ['studyYears', 'firstMonth', 'firstYear'] as const) {
    if (read[name] === null) throw badLine(at(values[name][0]), 21, described('a whole number', name, ''), 25);
  }
  checkLength(file, lines.length);
  if (read.firstMonth < 1 || read.firstMonth > 12) throw badLine(at(6), 21, 'a month from 1 to 12', 25);
  if (read.studyYears < 1 || read.studyYears > 50) throw badLine(at(4), 21, 'from 1 to 50 years', 25);
  const after = read.postStudyYears ?? 0;
  if (after < 0 || after > 50) throw badLine(at(9), 21, 'from 0 to 50 years', 25);
  return {
    ...read,
    origin: { file: file.name, line: 1 },
    later: lines.slice(66).flatMap(switchIn),
    moved: movedIn(lines),
    ...places(lines),
  };
}

/** Every program of the official decks known here has these lines; blank ones at the end count. */
const fewestLines = 65;

function checkLength(file: DeckFile, said: number): void {
  const ends = file.bytes.filter((byte, k) => byte === 0x0a || (byte === 0x0d && file.bytes[k + 1] !== 0x0a)).length;
  if (Math.max(said, ends) >= fewestLines) return;
  const after = { file: file.name, line: Math.max(said, ends) + 1, text: '' };
  throw badLine(after, 0, `at least ${fewestLines} lines; switches that are cut off would be off`);
}

function places(lines: readonly Line[]): Pick<Lines, 'origins' | 'others'> {
  const said = new Map(lines.filter((line) => !isBlank(line)).map(({ file, line }) => [line, { file, line }]));
  const origins = Object.entries(values).map(([name, [line]]) => [name, said.get(line) ?? null]);
  for (const [line] of Object.values(values)) said.delete(line);
  return { origins: Object.fromEntries(origins), others: [...said.values()] };
}

/** Comments follow the value; a digit in front of them is a value that was shifted. */
function settingIn(line: Line, name: string): number | null {
  const value = whole(21, 25).read(line, name);
  const isShifted = value === null && /^\s{0,2}[+-]?\d/.test(line.text.slice(25));
  if (isShifted || (value ?? 0) < 0) throw badLine(line, 21, described('a whole number from 0 on', name, ''), 28);
  return value;
}

function switchIn(line: Line): LaterSwitch[] {
  const value = settingIn(line, 'switch') ?? 0;
  return value > 0 ? [{ line: line.line, label: line.text.slice(0, 21).trim(), value }] : [];
}

/** By equivalent reservoir, until a field is blank; what follows it is a comment. */
function energiesIn(line: Line): number[] {
  const found: number[] = [];
  for (let start = 21; columns(line, start, start + 5) !== ''; start += 7) {
    const share = numberIn(columns(line, start, start + 5));
    if (share === null) throw badLine(line, start, 'a number (stored energy, %)', start + 5);
    found.push(share);
  }
  return found;
}
