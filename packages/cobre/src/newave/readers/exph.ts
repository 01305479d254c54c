/** EXPH: reservoirs that are filled and machines that start during the study. */
import { readRecord, real, text, whole } from './field.js';
import { badLine, Cursor, type DeckFile, isBlank, isEndMark, type Origin } from './line.js';
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
    if (row.code !== null) {
      const { fillingStart: start, fillingMonths: months, filled, origin } = row;
      const filling = start === null ? null : { start, months: months ?? 0, filled: filled ?? 0 };
      found.push({ origin, plant: row.code, filling, machines: [] });
    }
    const open = found.at(-1);
    if (open === undefined) throw badLine(line, 0, 'the code of a plant before its machines', 4);
    if (row.machineStart !== null) {
      open.machines.push({
        origin: row.origin,
        start: row.machineStart,
        power: row.machinePower ?? 0,
        set: row.set ?? 1,
      });
    }
  }
  return found;
}
