/**
 * When something was: "Apr 2019 – heute", "04/2019 to 03/2024", "15.03.2019", "2019/4", "04/19 – 03/24", "since 2020", "2016". In
 * the languages we read.
 */
import { monthBeginnings } from '../../domain/calendar-day.js';
import { folded } from '../posting/headings/index.js';

export interface Period {
  readonly from?: string;
  readonly to?: string;
  readonly current?: true;
}

export interface FoundPeriod {
  readonly period: Period;
  /** The line without the dates and what held them. */
  readonly rest: string;
}

const monthWord = String.raw`(?:${monthBeginnings.flat().join('|')})\p{L}{0,7}\.?`;
const year = String.raw`(?:19|20)\d{2}`;
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])(?!\d)`;
const ordinalDay = String.raw`${day}(?:st|nd|rd|th|\.|º)?`;
const inWords = String.raw`(?:${ordinalDay}\s+(?:de\s+)?)?${monthWord}(?:\s+${ordinalDay})?,?(?:\s+de)?\s+${year}`;
const inNumbers = String.raw`(?:${day}\s?[./]\s?)?${day}\s?[./]\s?${year}`;
/** "2010/11" is a year of a school. */
const schoolYears = Array.from({ length: 12 }, (_, at) => `20${two(at)}/${two(at + 1)}`).join('|');
const yearFirst = String.raw`(?!${schoolYears})${year}[-./](?:0?[1-9]|1[0-2])(?!\d)(?:[-./]${day}(?:T[\d:.]*Z?)?)?`;
const moment = `(?:${inWords}|${inNumbers}|${yearFirst}|${year})`;
/** Only from one to another are these told from other words and numbers: "Summer 2019", "Q3 2019", "04/19", "Apr '19". */
const partOfYear = String.raw`(?:q[1-4]|[1-4]q|spring|summer|autumn|fall|winter|fr[üu]hjahr|fr[üu]hling|sommer|herbst|primavera|verano|oto[ñn]o|invierno|ver[ãa]o|outono|inverno|early|mid|late|anfang|mitte|ende)[\s/-]+(?:de\s+)?`;
const shortYear = String.raw`(?:(?:0[1-9]|1[0-2])/|${monthWord}\s?['’]\s?)\d{2}(?!\d)`;
const rangeMoment = `(?:(?:${partOfYear})?${moment}|${shortYear})`;
const now = `(?:present|today|now|current|currently|ongoing|to date|heute|jetzt|aktuell|laufend|actualidad|actualmente|presente|hoy|atual|atualmente|hoje|até hoje|até o momento|[oe]l? momento(?: actual)?|la actualidad|date|la fecha|dato)`;
const dash = String.raw`\s*(?:–|—|-|‐|‑|−|to|until|till|bis|a|al|hasta|até|ate|through)\s*`;
const since = String.raw`(?:since|seit|desde|from|von|de|ab)\s+`;

const edge = String.raw`(?<![\p{L}\p{N}])`;
const end = String.raw`(?![\p{L}\p{N}])`;
const range = new RegExp(`${edge}(?:${since})?(${rangeMoment})${dash}(${rangeMoment}|${now})${end}`, 'iu');
const open = new RegExp(`${edge}(?:${since}(${moment})|(${moment})\\s*(?:–|—|-)\\s*(?=[)\\]|]|$))`, 'iu');
const single = new RegExp(`${edge}(${moment})${end}`, 'iu');
/** "Veranos de 2022, 2023 y 2024": years one by one, each of them over. */
const listed = new RegExp(
  `${edge}(?:(?:of|de|in|im|en|em|no|nos|der)\\s+)?(${year})(?:\\s*,\\s*${year})*\\s*(?:,|and|und|y|e|&|\\+)\\s*(${year})${end}`,
  'iu',
);
const untilNow = new RegExp(`^${now}$`, 'iu');

/** "Concluído em dezembro de 2019": over by then. */
const isDone = new RegExp(
  `(?:completed|finished|concluíd[oa]|concluid[oa]|terminad[oa]|finalizad[oa]|abgeschlossen|bestanden|obtenid[oa]|obtid[oa]|renovad[oa]|caducad[oa])\\s+(?:in|im|em|en)\\s+(?:${monthWord}\\s+de\\s+)?${year}${end}`,
  'iu',
);

/** "Verano de 2023" begins and ends; "desde 2023" does not. */
const isSeason = new RegExp(
  `(?:summer|winter|season|sommer|saison|verano|invierno|temporada|campaña|verão|inverno|safra)\\p{L}*\\s+(?:of|de|in|im|en|em|no|der)\\s+${year}${end}`,
  'iu',
);

/** The dates of a line that names something with dates; `asOf` is the month in which the resume was read. */
export function periodIn(line: string, asOf: string): FoundPeriod | undefined {
  const ranged = range.exec(line);
  if (ranged) return found(line, ranged, bounded(ranged[1] ?? '', ranged[2] ?? '', asOf));
  const years = listed.exec(line);
  if (years) return found(line, years, { from: years[1] ?? '', to: years[2] ?? '' });
  const ofSeason = isSeason.test(line) || isDone.test(line) ? single.exec(line) : null;
  if (ofSeason) return found(line, ofSeason, { from: monthOf(ofSeason[1] ?? ''), to: monthOf(ofSeason[1] ?? '') });
  const begun = open.exec(line);
  if (begun) return found(line, begun, { from: monthOf(begun[1] ?? begun[2] ?? ''), to: asOf, current: true });
  const once = single.exec(line);
  if (once) return found(line, once, { from: monthOf(once[1] ?? ''), to: monthOf(once[1] ?? '') });
  return undefined;
}

function bounded(from: string, to: string, asOf: string): Period {
  const begun = monthOf(from, asOf);
  if (untilNow.test(to)) return { from: begun, to: asOf, current: true };
  const ended = monthOf(to, asOf);
  // Whoever lists the newest first may write the dates so, too.
  return begun.slice(0, ended.length) > ended.slice(0, begun.length)
    ? { from: ended, to: begun }
    : { from: begun, to: ended };
}

function found(line: string, { index, 0: said }: RegExpExecArray, period: Period): FoundPeriod {
  const [before, after] = [line.slice(0, index), line.slice(index + said.length)];
  const rest = `${before.replace(/[\s([|,;:–—·•-]+$/u, '')} ${after.replace(/^[\s)\]|,;:–—·•-]+/u, '')}`.trim();
  return { period, rest };
}

/** `2019-04` as far as it is said, otherwise the year. */
function monthOf(said: string, asOf = ''): string {
  const whole = new RegExp(year).exec(said)?.[0] ?? fullYear(/\d{2}$/.exec(said)?.[0] ?? '', asOf);
  const month = monthIn(said);
  return month === undefined ? whole : `${whole}-${two(month)}`;
}

/** Which month, where it is said beyond doubt: "04/05/2019" is in April or in May. */
function monthIn(said: string): number | undefined {
  const [, yearsFirst] = /^\d{4}[-./](\d{1,2})(?!\d)/.exec(said) ?? [];
  if (yearsFirst !== undefined) return Number(yearsFirst);
  const [, first, mark, second] = /^(\d{1,2})\s?([./])\s?(\d{1,2})\s?[./]/.exec(said) ?? [];
  if (first !== undefined && second !== undefined) return monthOfDay(Number(first), Number(second), mark === '.');
  const [, alone] = /^(\d{1,2})\s?[./]/.exec(said) ?? [];
  if (alone !== undefined) return Number(alone) <= 12 ? Number(alone) : undefined;
  const word = folded(said.replace(/^[\d\s.º]+(?:st|nd|rd|th)?\s*(?:de\s+)?/iu, '')).slice(0, 3);
  const at = monthBeginnings.findIndex((beginnings) => beginnings.includes(word));
  return at < 0 ? undefined : at + 1;
}

function monthOfDay(first: number, second: number, isDayFirst: boolean): number | undefined {
  if (second > 12) return first <= 12 ? first : undefined;
  return isDayFirst || first > 12 || first === second ? second : undefined;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** Nobody begins a job more than a few years from now. */
const yearsAhead = 5;

function fullYear(short: string, asOf: string): string {
  const now = Number(asOf.slice(2, 4));
  return `${Number(short) <= now + yearsAhead ? 20 : 19}${short}`;
}
