/** AGRINT, groups of interchange; RE, sets of plants with a common limit; PENALID, what breaking a rule costs. */
import { code, each, need, readRecord, real, whole, word } from './field.js';
import { Cursor, type DeckFile } from './line.js';
import { monthField } from './month.js';

const member = { group: code(1, 4), from: code(5, 8), to: code(9, 12), coefficient: need(real(13, 20), 13) };
const groupLimit = {
  group: code(1, 4),
  from: need(monthField(6, 13), 6),
  to: monthField(14, 21),
};

/** Comments stand behind the limits of as many blocks as there are. */
export function readInterchangeGroups(file: DeckFile, blocks: number) {
  const cursor = new Cursor(file, 3);
  const members = cursor.records().map((line) => readRecord(member, line));
  cursor.skip(3);
  const layout = { ...groupLimit, limits: each(blocks, 8, (k) => need(real(22 + k, 29 + k, 'MW'), 22 + k)) };
  return { members, limits: cursor.records().map((line) => readRecord(layout, line)) };
}

const set = { set: code(0, 3), plants: each(10, 4, (k) => whole(6 + k, 9 + k)) };
const setLimit = {
  set: code(0, 3),
  from: need(monthField(4, 11), 4),
  to: monthField(12, 19),
  block: whole(20, 21),
  power: need(real(22, 32, 'MW'), 22),
};

export function readElectricalLimits(file: DeckFile) {
  const cursor = new Cursor(file, 2);
  const sets = cursor.records().map((line) => readRecord(set, line));
  cursor.skip(2);
  return { sets, limits: cursor.records().map((line) => readRecord(setLimit, line)) };
}

const penaltyWords = [
  ...['DESVIO', 'VAZMIN', 'VAZMAX', 'TURBMN', 'TURBMX', 'GHMIN', 'ELETRI', 'INTMIN', 'GHMINU', 'INTER'],
  ...['VMINT', 'RHQ', 'RHV', 'RHE', 'RHA', 'BOMB', 'RDELET', 'GHMAX', 'VMINOP', 'EVAPOR', 'MINPEN'],
] as const;
const penalty = {
  keyword: need(word(1, 7, penaltyWords), 1),
  first: need(real(14, 22, 'R$/MWh'), 14),
  second: real(24, 32, 'R$/MWh'),
  reservoir: whole(36, 39),
  block: whole(42, 44),
};
export type Penalty = ReturnType<typeof readRecord<typeof penalty>>;

export const readPenalties = (file: DeckFile) => new Cursor(file, 2).records().map((line) => readRecord(penalty, line));
