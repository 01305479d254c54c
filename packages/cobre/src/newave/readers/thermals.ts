/** CONFT, TERM, EXPT, MANUTT and ADTERM: thermal plants, what changes about them, when they rest, what is decided ahead. */
import { code, each, type Field, need, readRecord, real, text, whole, word } from './field.js';
import { statuses } from './hydro-configuration.js';
import { badLine, Cursor, columns, type DeckFile, isBlank, isEndMark, type Line, type Origin } from './line.js';
import { monthField } from './month.js';

const configuration = {
  code: code(1, 5),
  name: text(6, 18),
  subsystem: code(21, 25),
  status: need(word(30, 32, statuses), 30),
  costClass: code(35, 39),
};
export type ThermalEntry = ReturnType<typeof readRecord<typeof configuration>>;

const thermal = {
  code: code(1, 4),
  name: text(5, 17),
  power: real(19, 24, 'MW'),
  factor: real(25, 29, '%'),
  forcedOutage: real(31, 37, '%'),
  plannedOutage: real(38, 44, '%'),
  /** January to December of the first year of the study, then every later year. */
  minimum: each(13, 7, (k) => real(45 + k, 51 + k, 'MW')),
};
export type ThermalData = ReturnType<typeof readRecord<typeof thermal>>;

export const changes = ['POTEF', 'FCMAX', 'TEIFT', 'IPTER', 'GTMIN'] as const;
const change = {
  code: whole(0, 4),
  kind: need(word(5, 10, changes), 5),
  value: need(real(11, 19), 11),
  from: need(monthField(20, 27), 20),
  to: monthField(28, 35),
};
export type ThermalChange = Omit<ReturnType<typeof readRecord<typeof change>>, 'code'> & { readonly code: number };

const maintenance = {
  code: code(17, 20),
  name: text(20, 33),
  unit: whole(37, 39),
  start: need(dayField(40, 48), 40),
  days: need(whole(49, 52, 'days'), 49),
  power: need(real(55, 62, 'MW'), 55),
};
export type Maintenance = ReturnType<typeof readRecord<typeof maintenance>>;

export const readThermals = (file: DeckFile) =>
  new Cursor(file, 2).records().map((line) => readRecord(configuration, line));

export const readThermalData = (file: DeckFile) =>
  new Cursor(file, 2).records().map((line) => readRecord(thermal, line));

/** A change without a code belongs to the plant above it. */
export function readThermalChanges(file: DeckFile): ThermalChange[] {
  const found: ThermalChange[] = [];
  for (const line of new Cursor(file, 2).records()) {
    const row = readRecord(change, line);
    const plant = row.code ?? found.at(-1)?.code;
    if (plant === undefined) throw badLine(line, 0, 'the code of a plant', 4);
    found.push({ ...row, code: plant });
  }
  return found;
}

export const readMaintenance = (file: DeckFile) =>
  new Cursor(file, 2).records().map((line) => readRecord(maintenance, line));

/** DDMMYYYY as days since 1970. */
function dayField(start: number, end: number): Field<number | null> {
  return {
    spans: [[start, end]],
    read(line: Line) {
      const found = columns(line, start, end);
      if (found === '') return null;
      if (!/^\d{7,8}$/.test(found)) throw badLine(line, start, 'a day as DDMMYYYY', end);
      const [day, month, year] = [found.slice(0, -6), found.slice(-6, -4), found.slice(-4)].map(Number) as [
        number,
        number,
        number,
      ];
      const time = Date.UTC(year, month - 1, day);
      const date = new Date(time);
      if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1)
        throw badLine(line, start, 'a day as DDMMYYYY', end);
      return time / 86_400_000;
    },
  };
}

export interface Anticipated {
  readonly origin: Origin;
  readonly plant: number;
  readonly lag: number;
  /** For each of the first `lag` months the power of every block, already decided. */
  readonly decided: readonly (readonly number[])[];
  readonly origins: readonly Origin[];
}

const anticipated = { code: whole(1, 5), name: text(7, 19), lag: whole(21, 22, 'months') };

export function readAnticipated(file: DeckFile, blocks: number): Anticipated[] {
  const decided = { power: each(blocks, 12, (k) => need(real(24 + k, 34 + k, 'MW'), 24 + k)) };
  const cursor = new Cursor(file, 2);
  const found: Anticipated[] = [];
  for (let line = cursor.next(); line !== undefined && !isEndMark(line); line = cursor.next()) {
    // Newer files have a third line of titles.
    if (isBlank(line) || (found.length === 0 && !/\d/.test(line.text))) continue;
    const { code: plant, lag, origin } = readRecord(anticipated, line);
    if (plant === null || lag === null) throw badLine(line, 1, 'the code of a plant and its lag', 22);
    const rows = Array.from({ length: lag }, () => readRecord(decided, cursor.need('what is decided for a month')));
    found.push({ origin, plant, lag, decided: rows.map(({ power }) => power), origins: rows.map((row) => row.origin) });
  }
  return found;
}
