/** When something was: "Apr 2019 – heute", "04/2019 to 03/2024", "since 2020", "2016". In the languages we read. */
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
const moment = String.raw`(?:(?:${monthWord}(?:\s+de)?\s+|(?:0?[1-9]|1[0-2])\s?[./]\s?)${year}|${year}-(?:0[1-9]|1[0-2])(?:-\d{2})?|${year})`;
const now = `(?:present|today|now|current|currently|ongoing|to date|heute|jetzt|aktuell|laufend|actualidad|actualmente|presente|hoy|atual|atualmente|hoje|até hoje|até o momento|[oe]l? momento(?: actual)?|la actualidad|date|la fecha|dato)`;
const dash = String.raw`\s*(?:–|—|-|‐|‑|−|to|until|till|bis|a|al|hasta|até|ate|through)\s*`;
const since = String.raw`(?:since|seit|desde|from|von|de|ab)\s+`;

const edge = String.raw`(?<![\p{L}\p{N}])`;
const end = String.raw`(?![\p{L}\p{N}])`;
const range = new RegExp(`${edge}(?:${since})?(${moment})${dash}(${moment}|${now})${end}`, 'iu');
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
  return untilNow.test(to)
    ? { from: monthOf(from), to: asOf, current: true }
    : { from: monthOf(from), to: monthOf(to) };
}

function found(line: string, { index, 0: said }: RegExpExecArray, period: Period): FoundPeriod {
  const [before, after] = [line.slice(0, index), line.slice(index + said.length)];
  const rest = `${before.replace(/[\s([|,;:–—·•-]+$/u, '')} ${after.replace(/^[\s)\]|,;:–—·•-]+/u, '')}`.trim();
  return { period, rest };
}

/** `2019-04` as far as it is said, otherwise the year. */
function monthOf(said: string): string {
  const [whole = ''] = new RegExp(year).exec(said) ?? [];
  const iso = /^\d{4}-(\d{2})/.exec(said);
  if (iso) return `${whole}-${iso[1]}`;
  const number = /^(\d{1,2})\s?[./]/.exec(said);
  if (number) return `${whole}-${(number[1] ?? '').padStart(2, '0')}`;
  const word = folded(said).slice(0, 3);
  const at = monthBeginnings.findIndex((beginnings) => beginnings.includes(word));
  return at < 0 ? whole : `${whole}-${String(at + 1).padStart(2, '0')}`;
}
