/** CADUSH: the register as text, `;` between columns and commas in numbers. Each column beside what it is in our record. */
import { readFileSync } from 'node:fs';
import type { Register } from '../../src/newave/readers/hidr.js';

type Columns = readonly (readonly [column: number, of: (register: Register) => number | string])[];

const list = (first: number, of: (register: Register) => readonly number[], count: number, step = 1): Columns =>
  Array.from({ length: count }, (_, k) => [first + step * k, (register: Register) => of(register)[k]!] as const);

/** Numbers of columns from 1. Words such as `2 - Kaplan` are told by their code. */
const columns: Columns = [
  [2, ({ name }) => name],
  [3, ({ subsystem }) => subsystem],
  [4, ({ company }) => company],
  [5, ({ gauge }) => gauge],
  [6, ({ bdhGauge }) => bdhGauge],
  [7, ({ downstream }) => downstream],
  [8, ({ diversion }) => diversion],
  [9, ({ maxVolume }) => maxVolume],
  [10, ({ minVolume }) => minVolume],
  [11, ({ maxLevel }) => maxLevel],
  [12, ({ minLevel }) => minLevel],
  [13, ({ spillwayVolume }) => spillwayVolume],
  [14, ({ diversionVolume }) => diversionVolume],
  ...list(15, ({ levelOfVolume }) => levelOfVolume, 5),
  ...list(20, ({ areaOfLevel }) => areaOfLevel, 5),
  ...list(25, ({ evaporation }) => evaporation, 12),
  [37, ({ specificProductivity }) => specificProductivity],
  [38, ({ meanTailrace }) => meanTailrace],
  [39, ({ forcedOutage }) => forcedOutage],
  [40, ({ plannedOutage }) => plannedOutage],
  [41, ({ turbine }) => turbine],
  [42, ({ machineSets }) => machineSets],
  [43, ({ tailracePolynomials }) => tailracePolynomials],
  [44, ({ maxLoadFactor }) => maxLoadFactor],
  [45, ({ minLoadFactor }) => minLoadFactor],
  [46, ({ lossType }) => lossType],
  [47, ({ loss }) => loss],
  [48, ({ historicalMinimumFlow }) => historicalMinimumFlow],
  [49, ({ baseUnits }) => baseUnits],
  [51, ({ setRepresentation }) => setRepresentation],
  ...list(52, ({ machines }) => machines, 5, 4),
  ...list(53, ({ machinePower }) => machinePower, 5, 4),
  ...list(54, ({ machineFlow }) => machineFlow, 5, 4),
  ...list(55, ({ referenceHead }) => referenceHead, 5, 4),
  ...[0, 1, 2, 3, 4].flatMap((p) => list(147 + 6 * p, ({ tailrace }) => tailrace.slice(5 * p), 5)),
  ...list(152, ({ tailraceReference }) => tailraceReference, 5, 6),
  [179, ({ referenceVolume }) => referenceVolume],
  [180, ({ regulation }) => regulation],
];

export function registerRows(path: string, register: ReadonlyMap<number, Register>) {
  const [, ...rows] = readFileSync(path, 'latin1').trim().split(/\r?\n/);
  const different: string[] = [];
  let compared = 0;
  for (const row of rows) {
    const cells = row.split(';');
    const entry = register.get(Number(cells[0]));
    if (entry === undefined) different.push(`${cells[0]} is missing`);
    else {
      for (const [column, of] of columns) {
        compared++;
        const printed = cells[column - 1]!.trim();
        if (!isSame(printed, of(entry)))
          different.push(`${entry.name}, column ${column}: ${printed}, read ${of(entry)}`);
      }
    }
  }
  return { compared, different };
}

/** To half of the last digit that is printed; floats of the register have seven digits themselves. */
function isSame(printed: string, value: number | string): boolean {
  if (typeof value === 'string') return printed === value;
  const text = printed.replace(',', '.').split(' -')[0]!;
  const [mantissa = '', exponent = '0'] = text.split('E');
  const digits = mantissa.split('.')[1]?.length ?? 0;
  const half = 0.5000001 * 10 ** (Number(exponent) - digits);
  return Math.abs(Number(text) - value) <= half + Math.abs(value) * 6e-8;
}
