/** HIDR: the register of hydro plants, binary, one record per code. Offsets are those of records of 792 bytes. */

import { type BinaryLayout, BinaryRecord, chars, float, floats, int, ints, type ValuesOf } from './binary.js';
import { badBytes, type DeckFile, type Origin } from './line.js';

const layout = {
  name: chars(0, 12),
  gauge: int(12),
  bdhGauge: chars(16, 8),
  subsystem: int(24),
  company: int(28),
  downstream: int(32),
  diversion: int(36),
  minVolume: float(40, 'hm³'),
  maxVolume: float(44, 'hm³'),
  spillwayVolume: float(48, 'hm³'),
  diversionVolume: float(52, 'hm³'),
  minLevel: float(56, 'm'),
  maxLevel: float(60, 'm'),
  levelOfVolume: floats(64, 5, 'm by hm³'),
  areaOfLevel: floats(84, 5, 'km² by m'),
  evaporation: ints(104, 12, 'mm'),
  machineSets: int(152),
  machines: ints(156, 5),
  machinePower: floats(176, 5, 'MW'),
  referenceHead: floats(496, 5, 'm'),
  machineFlow: ints(516, 5, 'm³/s'),
  specificProductivity: float(536, 'MW/(m³/s)/m'),
  loss: float(540, '% or m'),
  tailracePolynomials: int(544),
  tailrace: floats(548, 30, 'm by m³/s'),
  tailraceReference: floats(668, 6, 'm'),
  meanTailrace: float(692, 'm'),
  spillRaisesTailrace: int(696),
  maxLoadFactor: float(700, '%'),
  minLoadFactor: float(704, '%'),
  historicalMinimumFlow: int(708, 'm³/s'),
  baseUnits: int(712),
  turbine: int(716),
  setRepresentation: int(720),
  forcedOutage: float(724, '%'),
  plannedOutage: float(728, '%'),
  lossType: int(732),
  date: chars(736, 12),
  remark: chars(748, 39),
  referenceVolume: float(787, 'hm³'),
  regulation: chars(791, 1),
} satisfies BinaryLayout;

export type Register = ValuesOf<typeof layout> & { readonly code: number; readonly origin: Origin };

/** The usual record, and a newer one whose ten coefficients are doubles, by which all behind them moves. */
const usual = 792;
const wide = { size: 832, doublesFrom: 64, doublesTo: 104, shift: 40 };

export function readRegister({ name, bytes }: DeckFile): ReadonlyMap<number, Register> {
  const size = recordSize(name, bytes.length);
  const found = new Map<number, Register>();
  for (let k = 0; k < bytes.length / size; k++) {
    const record = new BinaryRecord(bytes.subarray(k * size, (k + 1) * size), size === usual ? null : wide);
    const values = record.read(layout);
    if (values.name === '') continue;
    checkNumbers(name, k + 1, values);
    found.set(k + 1, { ...values, code: k + 1, origin: { file: name, line: k + 1 } });
  }
  return found;
}

/** Damaged bytes may be no number at all. */
function checkNumbers(file: string, record: number, values: ValuesOf<typeof layout>): void {
  for (const [field, value] of Object.entries(values)) {
    const wrong = [value].flat().find((each) => typeof each === 'number' && !Number.isFinite(each));
    if (wrong !== undefined) throw badBytes(file, `a number (${field} of ${values.name})`, String(wrong), record);
  }
}

function recordSize(name: string, length: number): number {
  const known = [320, 600].map((records) => records * usual);
  if (length > 0 && known.includes(length)) return usual;
  if (length > 0 && length % wide.size === 0) return wide.size;
  if (length > 0 && length % usual === 0) return usual;
  throw badBytes(name, `records of ${usual} or ${wide.size} bytes`, `${length} bytes`);
}
