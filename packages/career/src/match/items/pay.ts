/** Pay as postings write it: "£42k–£50k a year", "3.100 € brutto im Monat", "12.6 to 13.2 GBP hour". */
import { foldedInPlace } from './papers.js';

export type PayPeriod = 'hour' | 'day' | 'month' | 'year';

export interface Paid {
  readonly most: number;
  readonly currency: string;
  readonly per: PayPeriod;
}

const currencies: readonly (readonly [RegExp, string])[] = [
  [/£|\bgbp\b/, 'GBP'],
  [/€|\beur(?:o|os)?\b/, 'EUR'],
  [/r\$|\bbrl\b|\breais\b/, 'BRL'],
  [/\bchf\b|\bsfr\b|\bfranken\b/, 'CHF'],
  [/\$|\busd\b/, 'USD'],
];

const periods: readonly (readonly [RegExp, PayPeriod])[] = [
  [/hour|stunde|\bhora|\bh\b|\/h\b/, 'hour'],
  [/\bday\b|daily|\btag|\bdia\b|diari/, 'day'],
  [/month|monat|\bmes\b|mensual|mensal|\bmes\b/, 'month'],
  [/year|annum|annual|jahr|\bano\b|anual|p\.?a\b/, 'year'],
];

const amount = /\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?/g;
/** So much nobody is paid for less than a year. */
const surelyAYear = 15_000;

/** Undefined where the amount, the currency or the time it is paid for is not said. */
export function payIn(text: string): Paid | undefined {
  const folded = foldedInPlace(text);
  const amounts = [...folded.matchAll(amount)].map(({ 0: said, index }) => {
    const isThousands = /^ ?k\b/.test(folded.slice(index + said.length));
    return numberOf(said) * (isThousands ? 1000 : 1);
  });
  const most = Math.max(...amounts, 0);
  const currency = currencies.find(([sign]) => sign.test(folded))?.[1];
  const per = periods.find(([words]) => words.test(folded))?.[1] ?? (most >= surelyAYear ? 'year' : undefined);
  return most === 0 || currency === undefined || per === undefined ? undefined : { most, currency, per };
}

/** Three digits behind a mark are thousands, one or two are a fraction. */
function numberOf(said: string): number {
  const [, whole = said, fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(said) ?? [];
  return Number(`${whole.replace(/[.,' ]/g, '')}.${fraction || '0'}`);
}

/** "45000 GBP year", as wishes are written. */
export function payOf(wish: string): { readonly amount: number; readonly currency: string; readonly per: string } {
  const [amountSaid = '', currency = '', per = ''] = wish.split(' ');
  return { amount: Number(amountSaid), currency, per };
}
