/** Who a resume is about, as far as its head says it. */
import { periodIn } from './dates.js';
import { resumeLines } from './lines.js';
import { looksLikeRole } from './role-names.js';
import { resumePart } from './sections.js';

export interface FoundPerson {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

const notAName = /^(?:resume|résumé|cv|curriculum vitae|lebenslauf|currículum|currículo|curriculum)\b/i;
const name = /^\p{Lu}[\p{L}.'’-]*(?:\s+(?:(?:de|da|do|dos|del|van|von|der|di|la|y|e)\s+)*\p{Lu}[\p{L}.'’-]*){1,4}$/u;
const headLines = 12;

export function personIn(markdown: string): FoundPerson {
  const head = resumeLines(markdown).slice(0, headLines);
  const until = head.findIndex(({ is, text }) => is !== 'bullet' && resumePart(text) !== undefined);
  const own = until < 0 ? head : head.slice(0, until);
  const said = own.map((line) => line.text).join('\n');
  const named = own.find(({ is, text }) => is !== 'bullet' && isName(text))?.text;
  const [email] = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(said) ?? [];
  const [phone] = /\+?\d[\d\s()/.-]{7,}\d/.exec(said.replace(/\b(?:19|20)\d{2}\b[^\n]*/g, '')) ?? [];
  return {
    ...(named === undefined ? {} : { name: named }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone: phone.trim() }),
  };
}

function isName(text: string): boolean {
  return name.test(text) && !looksLikeRole(text) && !notAName.test(text) && periodIn(text, '2000-01') === undefined;
}
