/** CONFHD, which plants there are and how water flows; REE, which equivalent reservoir feeds which subsystem. */
import { code, need, readRecord, real, text, whole, word } from './field.js';
import { Cursor, type DeckFile } from './line.js';

export const statuses = ['EX', 'EE', 'NE', 'NC'] as const;

const plant = {
  code: code(1, 5),
  name: text(6, 18),
  gauge: code(19, 23),
  downstream: whole(25, 29),
  reservoir: code(30, 34),
  initialVolume: real(35, 41, '% of the useful volume'),
  status: need(word(44, 46, statuses), 44),
  modified: whole(49, 53),
  firstYear: whole(58, 62),
  lastYear: whole(67, 71),
};

export type PlantEntry = ReturnType<typeof readRecord<typeof plant>>;

export function readPlants(file: DeckFile): PlantEntry[] {
  return new Cursor(file, 2).records().map((line) => readRecord(plant, line));
}

const reservoir = {
  code: code(1, 4),
  name: text(5, 15),
  subsystem: code(18, 21),
  individualUntilMonth: whole(23, 25),
  individualUntilYear: whole(26, 30),
};

export type ReservoirEntry = ReturnType<typeof readRecord<typeof reservoir>>;

export function readReservoirs(file: DeckFile): ReservoirEntry[] {
  return new Cursor(file, 3).records().map((line) => readRecord(reservoir, line));
}
