/** EXPH: reservoirs that are filled and machines that start during the study. */
import { type RecordOf, readRecord, real, text, whole } from './field.js';
import { badLine, Cursor, type DeckFile, isBlank, isEndMark, type Line, type Origin } from './line.js';
import { type Month, monthField } from './month.js';

const expansion = {
  code: whole(0, 4),
  name: text(5, 17),
  fillingStart: monthField(18, 25),
  fillingMonths: whole(31, 33, 'months'),
  filled: real(35, 42, '% of the dead volume'),
  machineStart: monthField(44, 51),
  machinePower: real(52, 58, 'MW'),
  machine: whole(60, 62),
  set: whole(64, 65),
};

export interface Machine {
  readonly origin: Origin;
  readonly start: Month;
  readonly power: number;
  readonly machine: number;
  readonly set: number;
}

export interface Expansion {
  readonly origin: Origin;
  readonly plant: number;
  readonly filling: { readonly start: Month; readonly months: number; readonly filled: number } | null;
  readonly machines: readonly Machine[];
}

/** The code stands on the first line of a plant; nines close the plant, and its filling may share a line with a machine. */
export function readExpansions(file: DeckFile): Expansion[] {
  const cursor = new Cursor(file, 3);
  const found: (Expansion & { machines: Machine[] })[] = [];
  for (let line = cursor.next(); line !== undefined; line = cursor.next()) {
    if (isBlank(line) || isEndMark(line)) continue;
    const row = readRecord(expansion, line);
    if (row.code !== null)
      found.push({ origin: row.origin, plant: row.code, filling: fillingIn(line, row), machines: [] });
    const open = found.at(-1);
    if (open === undefined) throw badLine(line, 0, 'the code of a plant before its machines', 4);
    open.machines.push(...machineIn(line, row));
  }
  return found;
}

type Row = RecordOf<typeof expansion>;

/** All of it or nothing: a part that is blank would be taken for none. */
function fillingIn(line: Line, { fillingStart: start, fillingMonths: months, filled }: Row): Expansion['filling'] {
  if (start !== null && months !== null && filled !== null) return { start, months, filled };
  if (start === null && months === null && filled === null) return null;
  throw badLine(line, 18, 'when filling starts, its months and the share of the dead volume that is filled', 42);
}

function machineIn(line: Line, { machineStart: start, machinePower: power, machine, set, origin }: Row): Machine[] {
  if (start !== null && power !== null && machine !== null && set !== null)
    return [{ origin, start, power, machine, set }];
  if (start === null && power === null && machine === null && set === null) return [];
  throw badLine(line, 44, 'when a machine starts, its power, its number and its set', 65);
}
