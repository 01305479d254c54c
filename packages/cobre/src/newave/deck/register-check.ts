/** What a check of the register sees, and how it tells what it found. */
import type { Register } from '../readers/hidr.js';
import { type Doubt, odd } from './doubt.js';
import type { Plant } from './plants.js';

/** A plant with its record as HIDR has it, and with the changes of MODIF. */
export interface Known {
  readonly plant: Plant;
  readonly record: Register;
  readonly meanFlow: number;
}

export type Check = (known: Known) => Doubt[];

export const said = ({ record }: Known, field: string, expected: string, found: string | number): Doubt =>
  odd(record.origin, `${record.name}, ${field}: expected ${expected}, found ${found}`);

export const near = (value: number, other: number, least: number, most: number): boolean =>
  value >= least * other && value <= most * other;

export const shown = (value: number): string => String(Number(value.toPrecision(5)));
