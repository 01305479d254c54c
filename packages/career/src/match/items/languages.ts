/** Languages people speak, under their names in four languages, with the level that is said of them. */
import { foldedWord, type Token } from '../../domain/tokens.js';
import { linesOf } from '../../taxonomy/artefacts.js';
import type { Found } from './found.js';

const codes = new Map(
  linesOf('words/languages.txt').flatMap((line) => {
    const [code = '', ...names] = line.split(' ');
    return names.map((name) => [name, code] as const);
  }),
);

/** A1 to C2 are 1 to 6, the mother tongue is 7. Of several words the strongest counts. */
const levels: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:native|mother tongue|first language|muttersprach\w*|muttersprache|nativ[oa]s?|lengua materna|lingua materna|materna|von zu hause|von haus aus|zuhause gesprochen|bilingual|bilingue|zweisprachig)\b/,
    7,
  ],
  [/\bc2\b|\b(?:near-native|proficient user|annahernd muttersprachlich)\b/, 6],
  [
    /\bc1\b|\b(?:fluent|fluently|fluency|fliessend\w*|verhandlungssicher\w*|fluid[oa]|fluidez|fluente|fluencia|advanced|avanzado|avancad[oa]|excellent|sehr gut\w*|nivel alto|alto nivel|(?<!medio[- ])alt[oa]|dominio|hervorragend\w*|perfekt\w*|business fluent|full professional|exzellent\w*|fluentemente|nivel avancado|strong)\b/,
    5,
  ],
  [
    /\bb2\b|\b(?:good|gut|gute|guten|guter|gutes|gutem|upper[- ]intermediate|professional working|working proficiency|professional|business|confident|sicher\w*|bom|boa|bons|buen|buena|medio[- ]alto|working knowledge|in wort und schrift|spoken and written|written and spoken|hablado y escrito|falado e escrito)\b/,
    4,
  ],
  [
    /\bb1\b|\b(?:intermediate|conversational|conversacional\w*|get by|me defiendo|desenrasco|defendo|intermedio|intermediario|medio|mittlere|kommunikativ|konversationssicher)\b/,
    3,
  ],
  [
    /\ba2\b|\b(?:basic|elementary|grundkenntnisse|grundlegende|basico|basica|basicos|basicas|schulkenntnisse|schulenglisch|school level|nivel escolar|ein wenig|etwas|ausreichend|lo justo|some|elemental|nocoes|nociones|erste)\b/,
    2,
  ],
  [
    /\ba1\b|\b(?:beginner|beginner's|anfanger\w*|ein paar worter|a few words|a bit|a little|un poco|um pouco|ein bisschen|taught myself|(?:unas|cuatro|dos|tres|algunas) palabras|quatro palavras|algumas palavras|einsteiger\w*|principiante|iniciante|inicial)\b/,
    1,
  ],
];

const speaksOf =
  /\b(?:languages?|speak\w*|spoken|written|sprach\w*|kenntniss\w*|idiomas?|linguas?|wort und schrift|sprech\w*|spreche|habl\w*|fala\w*|nivel|level|read and write|translat\w*|ubersetz\w*|traduc\w*|traduz\w*|verbal|sprachniveau|cefr|ger)\b|\b[abc][12]\b/;
/** "in German and English", "auf Deutsch gehalten": a language something was done in, and no "German companies". */
const doneIn = /\b(?:in|auf|en|em) (?:\p{L}+ (?:and|und|y|e|or|oder|o|ou) )?$/u;
const goesOn =
  /^(?:$|[\s]*[,.;)]|\s+(?:and|or|und|oder|y|e|o|ou|for|every|to|with|daily|at|on|since|during|fur|mit|para|con|com)\b)/;

/** "Inglés: entiendo manuales", "Englisch für den Alltag": a language at the head, and what is said of it. */
const remarked = /^(?::\s|\s+(?:für|for|para)\s+(?:den|the|el|o|a|la|lo)?\s*\p{L}+)/u;

function levelIn(clause: string): number | undefined {
  return levels.find(([words]) => words.test(clause))?.[1];
}

/** Names of languages also stand for cuisines and customers: only where the text speaks of speaking is a language meant. */
export function languagesIn(text: string, tokens: readonly Token[], bare: boolean): Found[] {
  const named = tokens.flatMap((token, at) => {
    const language = codes.get(token.word) ?? codes.get(token.word.replace(/(?<=isch)e[nmrs]?$/, ''));
    return language === undefined ? [] : [{ language, token, at }];
  });
  return named.flatMap(({ language, token, at }, n): Found[] => {
    const before = named[n - 1];
    const after = named[n + 1];
    const clauseFrom = clauseStart(text, before === undefined ? 0 : before.token.to, token.from);
    const last = after === undefined ? text.length : after.token.from;
    const clauseTo = clauseStop(text, token.to, last);
    const own = folded(text.slice(clauseFrom, clauseTo));
    const whole = folded(text);
    const level =
      levelIn(own) ??
      levelBehind(text.slice(clauseTo, last)) ??
      levelOfPair(text, token, after?.token) ??
      levelIn(
        sharedPart(
          text,
          named.map((one) => one.token),
        ),
      );
    const inIt = doneIn.test(folded(text.slice(0, token.from))) && goesOn.test(folded(text.slice(token.to)));
    const isLabel = at === 0 && remarked.test(text.slice(token.to));
    if (!bare && level === undefined && !speaksOf.test(whole) && !inIt && !isLabel) return [];
    if (!bare && level !== undefined && !speaksOf.test(whole) && !nearLevel(text, token)) return [];
    const thing = { kind: 'language', language, words: token.raw, span: [token.from, token.to] } as const;
    return [
      {
        at,
        end: at + 1,
        thing: level === undefined ? { ...thing, span: [...thing.span] } : { ...thing, span: [...thing.span], level },
      },
    ];
  });
}

/** "Francés hablado con Marruecos, nivel B1": a comma between a language and what is said of it. */
const levelBehind = (rest: string) => levelIn(folded(/^[,;|]\s*([^,;|]*)/.exec(rest)?.[1] ?? ''));

/** "Deutsch und Polnisch von zu Hause": what is said of the second is said of both. */
function levelOfPair(text: string, { to }: Token, next: Token | undefined): number | undefined {
  if (next === undefined || !/^ (?:and|und|y|e|&) $/.test(text.slice(to, next.from))) return undefined;
  return levelIn(folded(text.slice(next.to).split(/[,;.]/)[0] ?? ''));
}

/** A level belongs to a language when it stands next to it: "fluent German", "inglés avanzado", "German (good)". */
function nearLevel(text: string, { from, to }: Token): boolean {
  const around = `${text.slice(Math.max(0, from - 28), from)} ${text.slice(to, to + 28)}`;
  const next = /^\s*(?:\p{L}+)/u.exec(text.slice(to))?.[0] ?? '';
  const isAdjective =
    next !== '' &&
    /^\s*(?:food|cuisine|customers?|clients?|market|speaking markets?|tapas|wine|wines|literature|history|company|companies|law|restaurant|dishes|kuche|kunden|markt)/i.test(
      next,
    );
  return !isAdjective && levelIn(folded(around)) !== undefined;
}

function clauseStart(text: string, least: number, from: number): number {
  const cut = Math.max(
    text.lastIndexOf(',', from),
    text.lastIndexOf(';', from),
    text.lastIndexOf(' and ', from),
    text.lastIndexOf(' und ', from),
    text.lastIndexOf(' y ', from),
    text.lastIndexOf(' e ', from),
    text.lastIndexOf('|', from),
    text.lastIndexOf('. ', from),
  );
  return Math.max(least, cut);
}

function clauseStop(text: string, from: number, most: number): number {
  const cut = text.slice(from, most).search(/[,;|]|\.\s|\s(?:and|und|y|e|or|oder|o|ou)\s/);
  return cut < 0 ? most : from + cut;
}

/** Words before the first and after the last of a list go for all of it: "fluent in English and German". */
function sharedPart(text: string, tokens: readonly Token[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  const between = text.slice(first?.to ?? 0, last?.from ?? 0);
  if (/[,;|]/.test(between) && levelIn(folded(between)) !== undefined) return '';
  return folded(`${text.slice(0, first?.from ?? 0)} ${text.slice(last?.to ?? text.length)}`);
}

function folded(text: string): string {
  return foldedWord(text.replace(/['’]/g, ' '));
}
