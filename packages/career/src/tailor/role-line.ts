import type { Role } from '../domain/role.js';
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
