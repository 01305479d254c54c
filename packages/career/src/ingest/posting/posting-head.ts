/** What stands between the title of a posting and its first sentence: "Acme Pay GmbH · Berlin (hybrid) · €75,000". */
import { namesAPlaceOnly, saysFromWhere } from '../../taxonomy/place-names.js';
import { namesAnOrganisation, namesAPosition } from '../resume/role-names.js';
import { legalForm, mayBeAName, mayBeATown, namesAnEmployer } from './employer-names.js';
import { kindOfHeading } from './headings/index.js';
import { isFactLabel } from './posting-facts.js';
import { isTableRow } from './table-rows.js';

export interface PostingHead {
  readonly company?: string;
  readonly role_title?: string;
  readonly location?: string;
}

const mostLines = 7;
const separators = new RegExp(
  `\\s+[|·•–—‧∙/@-]\\s+|\\s*[|·•‧∙]\\s*|\\t+|\\s{3,}|,\\s+(?![^(]*\\))(?!(?:${legalForm}|[A-Z]{2})(?![\\p{L}\\d]))`,
  'u',
);
const pointMark = /^(?:[-*+•▪●◦✓✔➤►■□○]|\d{1,2}[.)])\s+\S/u;
const label = /^[^:|·]{2,30}:\s*\S/u;
/** What stands over a posting, whoever is wanted. */
const notice =
  /^(?:stellen(?:ausschreibung|angebot|anzeige)|vacancy notice|job (?:advert|description|posting|id|opening)|edital|oferta de (?:empleo|trabajo)|anuncio|convocatoria|bases)(?!\p{L})/iu;

/** "(m/w/d)" stands behind names of jobs only. */
const forAnybody = /\((?:[mwdfhxi]\s*[/|]\s*)+[mwdfhxi]\)/i;

interface Seen {
  company?: string;
  readonly places: string[];
}

/** The first lines up to a sentence, a list or a heading that opens a part; of a page, those from its title on. */
export function postingHead(posting: string, named?: string): PostingHead {
  const lines = posting.split('\n').filter((line) => line.trim() !== '');
  const from = named === undefined ? 0 : lines.findIndex((line) => plain(line) === named);
  if (from < 0) return {};
  const [first = '', ...others] = headLines(lines.slice(from));
  const below = titleBelow(first, notice.test(first) ? lines.slice(1, mostLines).map(plain) : others.slice(0, 1));
  const [job, ...rest] = first.split(/\s*[|·•]\s*|\t+/u);
  const title = below ?? (rest.length > 1 && namesAPosition(job ?? '') && !label.test(first) ? job : undefined);
  const employer = employerOfTitle(first, below !== undefined);
  const seen: Seen = { ...(employer === undefined ? {} : { company: employer }), places: [] };
  if (title === job) readLine(rest.flatMap(piecesOf), seen);
  for (const line of others.filter((one) => one !== title && !isLabelled(one))) readLine(piecesOf(line), seen);
  const location = (seen.places.length > 0 ? seen.places : placesOfTitle(title ?? first)).join(', ');
  return {
    ...(seen.company === undefined ? {} : { company: seen.company }),
    ...(title === undefined ? {} : { role_title: title }),
    ...(location === '' ? {} : { location }),
  };
}

/** "Nurse at St. Mary's", or the employer itself where the job stands below. */
function employerOfTitle(first: string, isAbove: boolean): string | undefined {
  if (isAbove) return !notice.test(first) && mayBeAName(first) ? first : undefined;
  return namesAPosition(first)
    ? /\s(?:@|at)\s+(\p{Lu}(?:[^,()|·–—.!?]|(?<=\b(?:St|Dr|Mt))\.)*)$/u.exec(first)?.[1]
    : undefined;
}

const isLabelled = (line: string) =>
  label.test(line) || (/^[^|]*\|[^|]*$/.test(line) && isFactLabel(line.split('|')[0]?.trim() ?? ''));

/** Pages copied from a job board begin with the employer, official ones with what they are: the job is named below. */
function titleBelow(first: string, below: readonly string[]): string | undefined {
  if (!notice.test(first) && (namesAPosition(first) || !mayBeAName(first))) return undefined;
  if (!notice.test(first) && !namesAnEmployer(first) && first.split(' ').length > 3) return undefined;
  return (
    below.find((line) => forAnybody.test(line) && isShort(line)) ??
    below.find(
      (line) =>
        namesAPosition(line) &&
        !namesAnOrganisation(line) &&
        !label.test(line) &&
        !/^\d|[.!?:;,]$/.test(line) &&
        isShort(line),
    )
  );
}

const isShort = (line: string) => line.split(/\s+/).length <= 12;

const plain = (line: string) =>
  line
    .replace(/^[\s#>*_|]+|[\s*_|]+$/g, '')
    .replaceAll(/\*\*|__/g, '')
    .trim();

function headLines(posting: readonly string[]): string[] {
  const lines: string[] = [];
  for (const raw of posting.filter((one) => !isTableRow(one))) {
    const line = plain(raw);
    if (lines.length > 0 && (lines.length === mostLines || endsTheHead(raw.trim(), line))) break;
    if (line !== '') lines.push(line);
  }
  return lines;
}

function endsTheHead(raw: string, line: string): boolean {
  const pieces = piecesOf(line);
  if (/[:?]$/.test(line) || (pieces.length === 1 && kindOfHeading(line) !== undefined)) return true;
  if (pointMark.test(raw)) return true;
  return /[.!…]$/u.test(line) ? line.split(/\s+/).length > 4 : pieces.some((one) => one.split(/\s+/).length > 12);
}

function piecesOf(line: string): string[] {
  return line.split(separators).flatMap((piece) => {
    const said = piece.replace(/^[\s*_]+|[\s*_,;]+$/g, '').trim();
    return said === '' ? [] : [said];
  });
}

function readLine(pieces: readonly string[], seen: Seen): void {
  const before = seen.places.length;
  let named = false;
  for (const piece of pieces) {
    if (namesAPlaceOnly(piece) || (saysFromWhere(piece) && piece.split(' ').length <= 4)) {
      if (before === 0) seen.places.push(piece);
    } else if (!mayBeAName(piece)) continue;
    else if (
      seen.company === undefined &&
      (namesAnEmployer(piece) || (seen.places.length === 0 && pieces.length > 1))
    ) {
      seen.company = piece;
      named = true;
    } else if (named && seen.places.length === 0 && mayBeATown(piece)) seen.places.push(piece);
  }
}

/** "Private Client Tax Manager, Norwich", "Electricista (Zaragoza)", "Pflegefachkraft für unsere Wohngruppe in Göttingen". */
function placesOfTitle(title: string): string[] {
  const [, bracketed = ''] = /\(([^()]+)\)\s*$/u.exec(title) ?? [];
  const [, led = ''] = /\s(?:in|en|em|no|na)\s+(\p{Lu}[^,()]*?)\.?$/u.exec(title) ?? [];
  return [...piecesOf(title).slice(1), bracketed, led]
    .filter((piece) => piece !== '' && namesAPlaceOnly(piece))
    .slice(0, 2);
}
