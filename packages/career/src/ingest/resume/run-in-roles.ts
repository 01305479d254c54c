/**
 * Jobs that are told in one line: "Librera, Librería Cartabón (2018–hoy): pedidos y escaparates", "2018 – actualidad.
 * Electricista. Montajes Ebro. Cuadros eléctricos". What names the job is parted from what was done in it.
 */
import { periodIn } from './dates.js';
import type { ResumeLine } from './lines.js';
import { looksLikeRole, namesAPerson, namesIn } from './role-names.js';

export interface RunInRole {
  readonly head: ResumeLine;
  readonly rest: ResumeLine | undefined;
}

const mostWords = 16;
const mostWordsOfName = 9;

export function runInRole(line: ResumeLine, asOf: string): RunInRole | undefined {
  const end = endOfHead(line.text, asOf);
  if (end === undefined) return undefined;
  const head = line.text.slice(0, end).replace(/[\s.:;–—-]+$/u, '');
  const rest = line.text.slice(end).replace(/^[\s.:;–—-]+/u, '');
  if (!isRole(head, asOf) || (rest === '' && line.is !== 'bullet')) return undefined;
  return { head: { ...line, text: head }, rest: rest === '' ? undefined : { ...line, text: rest } };
}

/** Where the dates are followed by a colon or a full stop; after dates that come first, behind the names. */
function endOfHead(text: string, asOf: string): number | undefined {
  const stops = [...text.matchAll(/(?:[:.](?=\s)|$)/g)].map(({ index }) => index);
  const first = stops.find((at) => isPeriod(text.slice(0, at), asOf));
  if (first === undefined) return undefined;
  const said = periodIn(text.slice(0, first), asOf);
  if (said?.rest !== '') return first;
  return stops
    .filter((at) => at > first && isName(text.slice(first + 1, at)))
    .slice(0, 2)
    .at(-1);
}

/** Up to two short pieces, each of which may be the name of a job or of an employer. */
function isName(text: string): boolean {
  const pieces = text.split(/\.\s+(?=\p{Lu})/u);
  return pieces.length <= 2 && pieces.every((piece) => piece.trim().split(/\s+/).length <= mostWordsOfName);
}

/** From one time to another: a single year is the date of something and no job. */
function isPeriod(text: string, asOf: string): boolean {
  const found = text.split(/\s+/).length <= mostWords ? periodIn(text, asOf)?.period : undefined;
  return found !== undefined && (found.current === true || found.from !== found.to);
}

/** "Sou arquiteta, inscrita na Ordem desde 2019" tells of a person; it names no job and no employer. */
const tellsOfOneself = /^(?:I|I'm|I’m|Ich|Soy|Estoy|Trabajo|Sou|Estou|Trabalho|Eu|Yo)\s/u;

function isRole(head: string, asOf: string): boolean {
  if (tellsOfOneself.test(head)) return false;
  const names = periodIn(head, asOf)?.rest ?? '';
  return (
    names !== '' && (looksLikeRole(names) || namesAPerson(names) || namesIn(names) > 1) && /^[\p{Lu}\p{N}]/u.test(head)
  );
}
