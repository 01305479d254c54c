/** What kind of section a heading opens, in any of the languages we read: postings mix them freely. */
import { english } from './english.js';
import { german } from './german.js';
import type { SectionKind } from './heading-phrases.js';
import { portuguese } from './portuguese.js';
import { spanish } from './spanish.js';

export type { SectionKind } from './heading-phrases.js';

interface KnownPhrase {
  readonly kind: SectionKind;
  readonly phrase: string;
}

/** The longest phrase decides, so that "preferred qualifications" is not taken for "qualifications". */
const known: readonly KnownPhrase[] = [english, german, spanish, portuguese]
  .flatMap((phrases) =>
    (Object.keys(phrases) as SectionKind[]).flatMap((kind) =>
      phrases[kind].split(/,\s*/).map((phrase) => ({ kind, phrase: phrase.replace(/\s+/g, ' ').trim() })),
    ),
  )
  .sort((a, b) => b.phrase.length - a.phrase.length);

const byPhrase = new Map([...known].reverse().map((one) => [one.phrase, one] as const));

/** Lower case, no accents, no decoration: "¿Qué buscamos?" and "## QUE BUSCAMOS:" read alike. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[’‘`´]/g, "'")
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}'-]+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])-+|-+(?![\p{L}\p{N}])/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Words around a known phrase that change nothing: "Your key requirements for this role". */
const slack = 16;

/** The kind of a line that is nothing but a known phrase, give or take a word. */
export function kindOfPhrase(text: string): SectionKind | undefined {
  const said = folded(text);
  const exact = byPhrase.get(said);
  if (exact) return exact.kind;
  const near = known.find(
    ({ phrase }) =>
      said.length <= phrase.length + slack && (said.startsWith(`${phrase} `) || said.endsWith(` ${phrase}`)),
  );
  return near?.kind;
}

/** The kind of a line that is a heading by its form: a known phrase anywhere in it, or who it speaks of. */
export function kindOfHeading(text: string): SectionKind | undefined {
  const said = ` ${folded(text)} `;
  const found = known.find(({ phrase }) => phrase.length > 3 && said.includes(` ${phrase} `));
  return kindOfPhrase(text) ?? found?.kind ?? kindByPerson(said);
}

const aboutCandidate = / (?:you|your|du|dein|deine|dich|ihr|ihre|tu|tus|ti|voce|seu|sua|teu|tua) /;
const aboutCompany = / (?:we|us|our|wir|uns|unser|unsere|nosotros|nuestro|nuestra|nos|nosso|nossa) /;

function kindByPerson(said: string): SectionKind | undefined {
  if (/ (?:if|wenn|si|se)(?: you| du| sie| tu| voce)? $/.test(said)) return 'required';
  if (aboutCompany.test(said)) return 'other';
  return aboutCandidate.test(said) &&
    / (?:bring|need|have|know|are|can|mit|brauch|hast|bist|kannst|tienes|eres|sabes|tem|es|sabe) /.test(said)
    ? 'required'
    : undefined;
}
