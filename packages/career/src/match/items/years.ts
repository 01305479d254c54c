/** Years of experience a text names, in digits or words. */
import { own } from '@quadrivium/kernel/essentials';
import { allMatches } from '../../domain/all-matches.js';
import { foldedInPlace } from './papers.js';

const inWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  ein: 1,
  eine: 1,
  einem: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  zwolf: 12,
  funfzehn: 15,
  zwanzig: 20,
  un: 1,
  uno: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  doce: 12,
  quince: 15,
  veinte: 20,
  um: 1,
  dois: 2,
  quatro: 4,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  doze: 12,
  quinze: 15,
  vinte: 20,
};

const number = `\\d{1,2}(?:[.,]5)?|${Object.keys(inWords).join('|')}`;
const stated = new RegExp(
  `\\b(${number})\\s*(?:\\+|plus)?\\s*(?:(?:-|–|to|bis|a|ate|or|oder)\\s*(?:${number})\\s*)?(?:\\+|or more|oder mehr|o mas|ou mais)?\\s*(?:full |volle |of )?(years?|yrs?|jahren?|jahrige[nr]?|anos?|months?|monaten?|meses|mes)\\b`,
  'g',
);

export interface StatedYears {
  readonly least: number;
  readonly span: [number, number];
}

/** The lower bound of the first duration; ages and warranties are left to whoever writes such requirements. */
export function yearsIn(text: string): StatedYears | undefined {
  const folded = foldedInPlace(text);
  for (const { index, 0: said, 1: count = '', 2: unit = '' } of allMatches(folded, stated)) {
    const after = folded.slice(index + said.length, index + said.length + 8);
    const before = folded.slice(Math.max(0, index - 10), index);
    if (/^ old|^ alt|^ de edad/.test(after) || /aged? $|alter $|edad $/.test(before)) continue;
    const value = own(inWords, count) ?? Number(count.replace(',', '.'));
    const months = /^mon|^mes/.test(unit);
    return { least: months ? value / 12 : value, span: [index, index + said.length] };
  }
  return severalYears(folded);
}

const several =
  /\b(?:several|many|some) years'?|\b(?:mehr|lang)jahrige[rnms]?\b|\bmehrere jahre\b|\b(?:varios|vari[ao]s|muchos|alguns) anos\b/;
const notOne = 2;

/** "Mehrjährige Erfahrung", "several years": more than one. */
function severalYears(folded: string): StatedYears | undefined {
  const said = several.exec(folded);
  return said === null ? undefined : { least: notOne, span: [said.index, said.index + said[0].length] };
}
