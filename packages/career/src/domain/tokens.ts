/** A text as words with the places they stand at, in the form in which words are compared. */

export interface Token {
  /** Lower case, no accents. */
  readonly word: string;
  /** As it is written. */
  readonly raw: string;
  readonly from: number;
  readonly to: number;
}

const pattern =
  /[cC]\+\+(?:\d\d)?|[cfjCFJ]#|\.(?:NET|net|Net)\b|\b\p{L}&\p{L}\b|\b[cC][iI]\/[cC][dD]\b|\b[pP][lL]\/[sS][qQ][lL]\b|\b[tT][cC][pP]\/[iI][pP]\b|\b\p{L}+\.(?:js|io|com)\b|[sS]\/4[hH][aA][nN][aA]|[\p{L}\p{M}\p{N}]+(?:['’](?=\p{L})\p{L}+)?\+?/gu;

/** German joins what others write apart: "Pflegeerfahrung" is experience in "Pflege". */
const joined =
  /^(\p{L}{3,}?)(s?)(kenntnissen?|erfahrung|erfahrungen|fahigkeit|fahigkeiten|bereitschaft|umfeld|bereich|tatigkeit|tatigkeiten|studium|ausbildung|anlagen?|module?n?|gesellen?|gesellin|arbeiten)$/u;

/** "Familien- und Erbrecht" says "Familienrecht": the hyphen stands for how the next word ends. */
const elliptic =
  /^-\s+(?:und|oder|bzw\.|sowie|&)\s+\p{L}{2,}?(recht|bau|handel|handels|fachangestellten?|eingang|ausgang|technik|pflege|wesen|kaufmann|kauffrau|kaufleute|leitung|planung|führung|betreuung|beratung|verkehr|anlagen|maschinen|schein|prüfung|dienst|schicht|montage|bearbeitung|verwaltung|buchhaltung|abrechnung|wirtschaft|industrie|arbeiten|frisuren|erkrankungen|krankheiten|medizin|chirurgie|schule|schulen|unterricht|transport|logistik|management|entwicklung|abschlüssen?|abschluss|verträgen?|stellung|gestaltung|kontrollen?|reparatur(?:en)?|technologie|sicherheit|schutz|versorgung|erziehung|fertigung|produktion|reinigung|installation(?:en)?|fahrer|pfleger(?:in)?|helfer(?:in)?|techniker(?:in)?|mechaniker(?:in)?|ingenieur(?:in)?|verkäufer(?:in)?|berater(?:in)?|leiter(?:in)?|service|marketing|vertrieb|einkauf|verkauf|systemen?|therapie|diagnostik|sanierung|konstruktion|kalkulation|akquise|gewinnung|rechnung(?:en)?|buchhalter(?:in)?|sprachen?|geräten?|fahrzeugen?|erklärung(?:en)?)(?!\p{L})/iu;
const mostOfEllipsis = 60;

const known = new Map<string, string>();

/** Lower case without accents: "Schweißen", "formación" and "FORMACION" as people type them. */
export function foldedWord(raw: string): string {
  // Most words are plain, and every word of every claim comes by here.
  if (/^[a-z0-9]+$/.test(raw)) return raw;
  const kept = known.get(raw);
  if (kept !== undefined) return kept;
  const folded = raw
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’].*$/, '');
  if (known.size < 200_000) known.set(raw, folded);
  return folded;
}

let last: { readonly text: string; readonly tokens: readonly Token[] } | undefined;

/** A text is taken apart by several readers in a row. */
export function tokensOf(text: string): readonly Token[] {
  if (last?.text !== text) last = { text, tokens: takenApart(text) };
  return last.tokens;
}

function takenApart(text: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { 0: raw, index } = found;
    const word = foldedWord(raw.endsWith('+') && !/^(?:[cC]\+\+|security\+)/i.test(raw) ? raw.slice(0, -1) : raw);
    const shared = elliptic.exec(text.slice(index + raw.length, index + raw.length + mostOfEllipsis));
    if (shared !== null) {
      tokens.push({ word: `${word}${foldedWord(shared[1] ?? '')}`, raw, from: index, to: index + raw.length });
      continue;
    }
    const parts = word.length > 9 ? joined.exec(word) : null;
    const place = { raw, from: index, to: index + raw.length };
    if (parts === null || word === 'berufsausbildung') tokens.push({ word, ...place });
    else tokens.push({ word: parts[1] ?? '', ...place }, { word: parts[3] ?? '', ...place });
  }
  return tokens;
}
