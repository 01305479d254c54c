/** When a claim happened: months as whole numbers, so that overlapping roles are counted once. */
import { own } from '@quadrivium/kernel/essentials';
import type { ExperienceAtom } from '../domain/atom.js';
import { foldedInPlace } from './items/papers.js';

/** Months since year 0, both included. */
export type Months = readonly [number, number];

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const otherNames: Readonly<Record<string, number>> = {
  mrz: 3,
  mar: 3,
  mai: 5,
  okt: 10,
  dez: 12,
  ene: 1,
  abr: 4,
  ago: 8,
  dic: 12,
  fev: 2,
  out: 10,
  set: 9,
  juni: 6,
  juli: 7,
};

function monthOf(name: string): number {
  const short = name.slice(0, 3);
  return own(otherNames, short) ?? (monthNames.indexOf(short) + 1 || 1);
}

const month =
  '(?:(jan|feb|mar|mrz|apr|may|mai|jun|jul|aug|sep|set|oct|okt|out|nov|dec|dez|dic|ene|abr|ago|fev)[a-z]*\\.?\\s+(?:de\\s+)?|(\\d{1,2})[/.])?';
const range = new RegExp(
  `${month}((?:19|20)\\d\\d)\\s*(?:-|–|—|to|bis|until|hasta|ate|a)\\s*(?:${month}((?:19|20)\\d\\d)|(present|today|now|current|heute|jetzt|actualidad|presente|atual|hoy|hoje|date|la fecha))`,
);

function at(year: string, name: string | undefined, digits: string | undefined, otherwise: number): number {
  return Number(year) * 12 + (name ? monthOf(name) : digits ? Number(digits) : otherwise) - 1;
}

/** The months of a claim: from its role, else from what its title or the claim itself says. */
export function monthsOf(atom: ExperienceAtom, latest: number): Months | undefined {
  const { role } = atom;
  const [from, to] = [role?.from ?? atom.period?.from, role?.to ?? atom.period?.to];
  if (from !== undefined)
    return [monthNumber(from, 1), to === undefined ? Math.max(latest, monthNumber(from, 1)) : monthNumber(to, 12)];
  const said = range.exec(foldedInPlace(`${atom.title} ; ${atom.claim}`));
  if (said === null) return undefined;
  const [, name, digits, year = '', endName, endDigits, endYear, now] = said;
  const start = at(year, name, digits, 1);
  return [start, now === undefined ? at(endYear ?? year, endName, endDigits, 12) : Math.max(latest, start)];
}

const summers = /(?<!\p{L})(?:summers?|sommer|veranos?|ver[ãõ](?:o|es)|ferienjob)(?!\p{L})/iu;
const seasons =
  /(?<!\p{L})(?:winters?|seasons?|saisons?|winter|inviernos?|temporadas?|campañas?|invernos?|safras?)(?!\p{L})/iu;
const [ofSummer, ofSeason] = [3, 6];
const lastOfSummer = 8;

/** "Veranos 2015 – 2017" are three summers and not three years. */
export function workedMonths({ title, role }: ExperienceAtom, months: Months): Months[] {
  const said = `${title} ; ${role?.title ?? ''} ; ${role?.employer ?? ''}`;
  const each = summers.test(said) ? ofSummer : seasons.test(said) ? ofSeason : undefined;
  const years = Math.floor(months[1] / 12) - Math.floor(months[0] / 12) + 1;
  if (each === undefined || months[1] - months[0] < each) return [months];
  return Array.from({ length: years }, (_, n): Months => {
    const end = (Math.floor(months[0] / 12) + n) * 12 + lastOfSummer;
    return [end - each + 1, end];
  });
}

function monthNumber(text: string, otherwise: number): number {
  const [year = '0', part] = text.split('-');
  return Number(year) * 12 + (part === undefined ? otherwise : Number(part)) - 1;
}

/** The last month anybody's claims speak of: an open end is counted up to it and no further. */
export function latestMonth(atoms: readonly ExperienceAtom[]): number {
  return atoms.reduce((latest, atom) => {
    const years =
      `${atom.role?.to ?? ''} ${atom.period?.to ?? ''} ${atom.role?.from ?? ''} ${atom.title} ${atom.claim}`.match(
        /\b(?:19|20)\d\d(?:-\d\d)?\b/g,
      ) ?? [];
    return Math.max(latest, ...years.map((one) => monthNumber(one, 12)));
  }, 0);
}

/** Months covered by any of the periods. */
export function unitedMonths(periods: readonly Months[]): number {
  let [total, reached] = [0, -1];
  for (const [from, to] of [...periods].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (to <= reached) continue;
    total += to - Math.max(from, reached + 1) + 1;
    reached = to;
  }
  return total;
}
