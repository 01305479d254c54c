/** What stands in a narrow column before something else: the dates of a job, or the name of a list. */
import { monthBeginnings } from '../domain/calendar-day.js';
import { isContactDetail } from './resume/contact-details.js';
import { resumePart } from './resume/sections.js';

const months = monthBeginnings.flat().join('|');
const nowOrBetween =
  'present|today|now|current|since|to|until|heute|jetzt|aktuell|seit|bis|ab|actualidad|hoy|presente|desde|hasta|a|al|atual|hoje|até|de';

/** Dates at the margin belong to the line they stand in; they are no column. */
export const onlyDates = new RegExp(
  `^(?=.*(?:\\d|present|today|now|heute|actualidad|atual|hoje))(?:(?:${months})\\p{L}{0,7}\\.?(?!\\p{L})|(?:${nowOrBetween})(?!\\p{L})|[\\d\\s.,/'’()–—-])+$`,
  'iu',
);

/** "04/2018 –" in a narrow cell goes on in its next line. */
export const datesGoOn = (before: string, next: string) =>
  onlyDates.test(before) &&
  onlyDates.test(next) &&
  (/(?:[–—-]|bis|to|a|al|até|hasta)$/iu.test(before) || /^[–—-]/.test(next));

/** "Sprachen" before "Deutsch, Englisch" names a list; everything else in a row is apart from what follows. */
export function withLabel(label: string, said: string): string {
  if (label === '' || said === '') return label + said;
  if (onlyDates.test(label)) return `${label} | ${said}`;
  const namesList = resumePart(label) !== undefined || (said.includes(',') && label.split(/\s+/).length <= 3);
  return namesList && !isContactDetail(said) ? `${label.replace(/:$/, '')}: ${said}` : `${label} | ${said}`;
}
