import type { Role } from '../domain/role.js';
import { periodIn } from '../ingest/resume/dates.js';
import { wordsOf } from './claim-words.js';
import type { DocumentLanguage } from './document.js';
import { wordings } from './wording.js';

/** "Nurse, St. Mary's, 2019-04 – 2024-03": a role as one line, from what its claims say of it. */
export function roleLine({ title, employer, from, to, current }: Role, language: DocumentLanguage): string {
  const until = current ? wordings[language].present : to;
  const dates = from === undefined ? until : until === undefined || until === from ? from : `${from} – ${until}`;
  return [title, employer, dates].filter((part) => part !== undefined && part !== '').join(', ');
}

/** Claims with the same one belong together. */
export function roleKey({ title, employer, from, to, current }: Role): string {
  return JSON.stringify([title, employer, from, to, current]);
}

/** A claim that says no more than its role: "Nurse, St. Mary's, since April 2019", however its dates are written. */
export function onlyNames(claim: string, role: Role): boolean {
  const named = new Set(wordsOf([role.title, role.employer, role.from, role.to].join(' ')).map(({ key }) => key));
  return wordsOf(withoutDates(claim, role)).every(({ key }) => named.has(key));
}

function withoutDates(claim: string, { from, to, current }: Role): string {
  const found = periodIn(claim, to ?? '');
  const isItsOwn = found?.period.from === from && (current === true || found?.period.to === to);
  return found !== undefined && isItsOwn ? found.rest : claim;
}
