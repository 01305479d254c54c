/** Degrees, driving licences, rights to work: what a paper proves, recognised by its form. */

import { own } from '@quadrivium/kernel/essentials';
import { allMatches } from '../../domain/all-matches.js';
import type { NamedThing } from '../../domain/parsed-item.js';
import { foldedWord, type Token } from '../../domain/tokens.js';
import type { Found } from './found.js';

/** Ranks of degrees: 1 school, 2 vocational, 3 bachelor, 4 master, 5 doctor. Patterns are held against folded text. */
const degrees: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:ph ?\.?d|doctorate|doctoral degree|promotion|promoviert\w*|doktortitel|doktorat|dr\. (?:rer|ing|med|phil)|doctorado|doutorado|doutoramento)\b/g,
    5,
  ],
  [
    /\b(?:master'?s?(?= degree| of | in |studium|abschluss|thesis|,|$| \()|master'?s degree|m\.? ?sc\.?|msc|m\.eng|meng|mba|m\.a\.|llm|ll\.m\.?|masterabschluss|masterstudium|diplom(?:-\w+|ingenieur\w*)?|dipl\.?[- ]?(?:ing|kfm|kff|inf|phys|psych|pad|betriebsw)\.?(?:\b|(?= ))|magister|staatsexamen|maestria|master(?= en | universitario)|mestrado|pos(?= em )|pos-graduacao|especializacao(?= em )|posgrado|postgraduate degree)\b/g,
    4,
  ],
  [
    /\b(?:bachelor'?s?|b\.? ?sc\.?|bsc|b\.eng|beng|b\.a\.|llb|undergraduate degree|university degree|college degree|degree|graduate degree|meisterbrief|meisterprufung|meister(?= (?:oder|im|in)\b)|hochschulstudium|hochschulabschluss|universitatsabschluss|studium|studienabschluss|fachhochschulabschluss|grado(?= (?:en|universitario|ingenieria))|^grado(?! (?:medio|superior|de)\b)(?= )|licenciatura|licenciad[oa]|diplomatura|titulacion universitaria|titulo universitario|estudios universitarios|titulacion superior|(?<!(?:master|doctorado|grado|maestria)(?: universitario)?(?: en)? )ingenieria(?= )|bacharel(?:ado)?|ensino superior|formacao superior|curso superior|graduacao|graduad[oa]|superior completo|tecnologo|nivel superior(?= completo)|ba(?= in | \(hons\)))\b/g,
    3,
  ],
  [
    /\b(?:apprenticeship|vocational (?:training|qualification|degree)|vocational|trade certificate|nvq|btec|associate degree|diploma|berufsausbildung|ausbildung(?= (?:als|zum|zur|im|in))|abgeschlossene ausbildung|abgeschlossene\w* (?:berufs)?ausbildung|ausbildung|lehre|gesellenbrief|gesellenprufung|facharbeiterbrief|techniker(?= )|fachausbildung|kaufmannische ausbildung|formacion profesional|fp|fpi|ciclo formativo|tecnico superior|grado (?:medio|superior)|cfgm|cfgs|tecnico en|curso (?:tecnico|profissional)|formacao profissional|ensino tecnico|tecnico em|aprendizagem profissional)\b/g,
    2,
  ],
  [
    /\b(?:high school(?: diploma)?|a[- ]levels?|gcses?|secondary school (?:certificate|diploma)|school leaving|ged|schulabschluss|hauptschulabschluss|realschulabschluss|abitur|fachhochschulreife|hochschulreife|allgemeine hochschulreife|matura|mittlere reife|fachabitur|graduado escolar|educacion secundaria obligatoria|titulo de (?:eso|bachiller\w*)|bachillerato|estudios primarios|ensino medio(?: completo)?|ensino fundamental|12\.? ?o? ano|9\.? ?o? ano|escolaridade|ensino secundario)\b/g,
    1,
  ],
];

const licence =
  /\b(?:i drive(?=$|[.,;]| and)|driving: (?:full |clean |uk )*licen[cs]e|(?:full|uk|clean|manual|car) driver(?=$|[.,;])|driving licen[cs]e|driver'?s? licen[cs]e|driver licen[cs]e|full (?:uk |clean )?licen[cs]e|licen[cs]e (?:class|category)|(?:class|category|cat\.?) [a-e](?:\+?e|1)? licen[cs]e|(?:hgv|lgv|pcv) (?:class \d |licen[cs]e)|anhangerfuhrerschein|fuhrerschein|fahrerlaubnis|pkw-fuhrerschein|carnets? de conducir|carnes? de conducir|permisos? de conducir|(?:permisos?|carnets?|carnes?|licencias?) de conduccion|licencias? de conducir|licencas? de conducao|(?:lkw|pkw)-?schein|driving permit|permisos? (?:clases? |tipos? )?(?:[a-e][12]?e?(?:, ?| y | e |\/))*[a-e]e?\b|carnet [a-e]\b|carne [a-e]\b|carta de conducao|carta [a-e]e?\b|carta de (?:ligeiros|pesados)|cnh|carteira (?:nacional )?de (?:motorista|habilitacao)|habilitacao categoria|^(?:category|class|klasse|clase|categoria) [a-e](?:\+?e|1e?)?(?=$|[,.;]| (?:since|seit|desde|licen|(?:and|und|y|e) [a-e]1?e?(?!\w)))|full category [a-e](?:\+?e)?)(?!\w)/g;
const heavy: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?:hgv|lgv) class 1|class 1 (?:hgv|lgv)|articulated/, ['CE']],
  [/(?:hgv|lgv) class 2|class 2 (?:hgv|lgv)|(?:hgv|lgv) licen[cs]e|carta de pesados/, ['C']],
  [/pcv/, ['D']],
  [/anhangerfuhrerschein/, ['BE']],
];

const workRight =
  /\b(?:right to work|work permit|work authori[sz]ation|authori[sz]ed to work|eligib\w+ to work|entitled to work|legally (?:authori[sz]ed|entitled)|work visa|settled status|indefinite leave|visa sponsorship|sponsorship|arbeitserlaubnis|arbeitsgenehmigung|aufenthaltstitel|aufenthaltserlaubnis|permiso de trabajo|autorizacion de trabajo|permiso de residencia|papeles en regla|nie en vigor|autorizacao de trabalho|autorizacao de residencia|visto de trabalho|permissao de trabalho|(?:eu|uk|us|british|german|spanish|portuguese|swiss|american|brazilian)[ -](?:citizen\w*|national\w*|passport)|citizen(?:ship)? of|eu-burger\w*|staatsburger\w*|staatsangehorigkeit|nacionalidad|nacionalidade|ciudadan\w+|cidada\w*)\b/g;

/** How each country is called in four languages, its code, and its name in English. */
const regions: readonly (readonly [RegExp, string, string])[] = [
  [/\b(?:uk|united kingdom|britain|british|grossbritannien|reino unido)\b/, 'GB', 'the United Kingdom'],
  [/\b(?:us|usa|united states|u\.s\.|american|estados unidos)\b/, 'US', 'the United States'],
  [/\b(?:switzerland|swiss|schweiz|suiza|suica)\b/, 'CH', 'Switzerland'],
  [/\b(?:brazil|brazilian|brasil|brasileir\w+)\b/, 'BR', 'Brazil'],
  [/\b(?:germany|german|deutschland|deutsche\w*|alemania|alemanha)\b/, 'DE', 'Germany'],
  [/\b(?:spain|spanish|spanien|espana|espanol\w*)\b/, 'ES', 'Spain'],
  [/\b(?:portugal|portuguese|portugues\w*)\b/, 'PT', 'Portugal'],
  [/\b(?:austria|austrian|osterreich)\b/, 'AT', 'Austria'],
  [/\b(?:france|french|frankreich)\b/, 'FR', 'France'],
  [/\b(?:ireland|irish|irland)\b/, 'IE', 'Ireland'],
  [/\b(?:netherlands|dutch|niederlande|paises bajos|paises baixos)\b/, 'NL', 'the Netherlands'],
  [/\b(?:belgium|belgian|belgien|belgica)\b/, 'BE', 'Belgium'],
  [/\b(?:italy|italian|italien|italia)\b/, 'IT', 'Italy'],
  [/\b(?:poland|polish|polen|polonia)\b/, 'PL', 'Poland'],
  [/\b(?:canada|canadian|kanada)\b/, 'CA', 'Canada'],
  [/\b(?:australia|australian|australien)\b/, 'AU', 'Australia'],
  [
    /\b(?:eu|european union|europaische union|ue|union europea|uniao europeia|europe|europa)\b/,
    'EU',
    'the European Union',
  ],
];

/** A code as one would write the country; undefined for one that is not known here. */
export function countryNamed(code: string): string | undefined {
  return regions.find(([, one]) => one === code)?.[2];
}

let lastFolded: { readonly text: string; readonly folded: string } | undefined;

/** Folding keeps every character in its place, so that matches point at the text. */
export function foldedInPlace(text: string): string {
  // Most texts are plain, and this is done for every claim several times.
  if (!/[^ -~\s]/.test(text)) return text.toLowerCase();
  if (lastFolded?.text !== text) lastFolded = { text, folded: Array.from(text, foldedCharacter).join('') };
  return lastFolded.folded;
}

function foldedCharacter(character: string): string {
  const folded = foldedWord(character);
  if (folded.length === character.length) return folded;
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}

export function papersIn(text: string, tokens: readonly Token[]): Found[] {
  const folded = foldedInPlace(text);
  return [...licencesIn(text, folded, tokens), ...rightsIn(text, folded, tokens), ...degreesIn(text, folded, tokens)];
}

function placed(
  text: string,
  tokens: readonly Token[],
  from: number,
  to: number,
  thing: (words: string, span: [number, number]) => NamedThing,
): Found[] {
  const at = tokens.findIndex((token) => token.to > from);
  if (at < 0) return [];
  let end = at;
  while (end < tokens.length && (tokens[end]?.from ?? 0) < to) end += 1;
  return [{ at, end: Math.max(end, at + 1), thing: thing(text.slice(from, to), [from, to]) }];
}

/** Letters of degrees, which are words in other cases: "BA History", "MA", "B.A.". */
const letters: readonly (readonly [RegExp, number])[] = [
  [/\b(?:M\.?A|M\.?Ed|M\.?Phil|M\.?F\.?A|MPH|MSW|MRes|MMus|MPharm|MChem|MMath|MPhys|MArch)\b\.?(?= |,|$|\)|\()/g, 4],
  [
    /\b(?:B\.?A|B\.?Ed|BBA|B\.?Com|B\.?Tech|B\.?F\.?A|BMus|BDes|BArch|BNurs|BSocSc|BMedSci|BMid|BPharm|BVetMed|BDS|BPhil|BPharm|BEng|BSc|BN|BSN|BVSc|MBChB)\b\.?(?= |,|$|\)|\()/g,
    3,
  ],
  [/\b(?:HND|HNC)\b/g, 2],
];

function degreesIn(text: string, folded: string, tokens: readonly Token[]): Found[] {
  const taken: (readonly [number, number])[] = [];
  const lettered = letters.flatMap(([pattern, rank]) =>
    allMatches(text, pattern).flatMap(({ index, 0: said }) => {
      taken.push([index, index + said.length]);
      return placed(text, tokens, index, index + said.length, (words, span) => ({ kind: 'degree', rank, words, span }));
    }),
  );
  return [...lettered, ...spelledDegrees(text, folded, tokens, taken)];
}

function spelledDegrees(
  text: string,
  folded: string,
  tokens: readonly Token[],
  taken: (readonly [number, number])[],
): Found[] {
  return degrees.flatMap(([pattern, rank]) =>
    allMatches(folded, pattern).flatMap(({ index, 0: said }) => {
      const to = index + said.length;
      if (taken.some(([a, b]) => index < b + 2 && a < to + 2) || isNoDegree(folded, index, to)) return [];
      taken.push([index, to]);
      return placed(text, tokens, index, to, (words, span) => ({ kind: 'degree', rank, words, span }));
    }),
  );
}

/** "a high degree of", "scrum master", "promotion of products". */
function isNoDegree(folded: string, from: number, to: number): boolean {
  const [before, after] = [folded.slice(Math.max(0, from - 12), from), folded.slice(to, to + 14)];
  return (
    (/(?:experiencia|docencia|professora?|profesora?|maestra?|aulas|clases|docente) (?:no|em|de|do|en|na|in|en el|en la) $/.test(
      folded.slice(Math.max(0, from - 30), from),
    ) &&
      /^(?:ensino|bachillerato|educacion)/.test(folded.slice(from, to))) ||
    (/(?:high|some|certain|great|large) $/.test(before) && /^ of/.test(after)) ||
    /(?:scrum|web|quiz|head|yoga|thermo|tank|haus|burger|scrum-) ?$/.test(before) ||
    (/ausbildung$/.test(folded.slice(from, to)) &&
      /^ (?:von|der|neuer) (?:\w+ )?(?:auszub|lehrl|mitarb|azubi|nachw|koll)/.test(folded.slice(to, to + 30))) ||
    (/^ (?:of|von|de|for) /.test(after) && /promotion$/.test(folded.slice(from, to)))
  );
}

function licencesIn(text: string, folded: string, tokens: readonly Token[]): Found[] {
  return allMatches(folded, licence).flatMap(({ index, 0: said }) => {
    const around = folded.slice(Math.max(0, index - 24), index + said.length + 42);
    if (/fork|stapler|carretill|empilha|crane|kran/.test(folded.slice(Math.max(0, index - 22), index + said.length)))
      return [];
    const named = classesIn(text.slice(Math.max(0, index - 24), index + said.length + 42), around);
    const to = index + said.length;
    return placed(text, tokens, index, to, (words, span) => ({
      kind: 'driving_licence',
      classes: named.length === 0 ? ['B'] : named,
      words,
      span,
    }));
  });
}

/** "B, C1 verfallen": of a class that has run out nothing is left. */
const lapsedClass =
  /(?:[,;/+]|\band\b|\bund\b|\by\b|\be\b)?\s*\b(?:C1E|CE|BE|D1E|DE|C1|D1|A1|A2|[A-E])\s+(?:\(|(?:is|ist|está|já) )?(?:verfallen|abgelaufen|erloschen|expired|lapsed|caducad[oa]|vencid[oa]|expirad[oa])/gi;

function classesIn(whole: string, folded: string): string[] {
  const raw = whole.replace(lapsedClass, ' ');
  const fixed = heavy.flatMap(([said, members]) => (said.test(folded) ? members : []));
  if (fixed.length > 0) return [...fixed];
  const marked =
    /(?:[Cc]lass(?:es)?|[Cc]ategory|[Cc]ategories|[Cc]at\.?|[Kk]lassen?|[Kk]l\.?|[Cc]lase|[Tt]ipo|[Cc]ategor[ií]as?|[Ll]icen[cs]e|[Ff]ührerschein|[Ff]ahrerlaubnis|CNH|[Cc]onducir|[Cc]onducci[oó]n|[Cc]ondução|[Cc]artas?|[Cc]arteira|[Hh]abilitação|[Cc]arn[eé]t?s?|[Pp]ermisos?|[Ll]igeiros|[Pp]esados)\W{0,3}((?:(?:C1E|CE|BE|DE|D1E|C1|D1|A1|A2|AM|B|C|D|E|A|C\+E|B\+E|AB|AD)\b(?:\s*(?:,|\/|and|und|y|e|or|oder|o|ou|\+|-)\s*)?){1,4})/g;
  const found = allMatches(raw, marked).flatMap(([, list = '']) =>
    [...list.matchAll(/\b(?:C1E|C\+E|B\+E|CE|BE|D1E|DE|C1|D1|A1|A2|AM|AB|AD|[ABCDE])\b/g)].map(([one]) =>
      one.replace('+', ''),
    ),
  );
  const before = [...raw.matchAll(/(?<!\+)\b([BCDE]|CE|BE|DE)[- ](?=(?:driving|driver|licen[cs]e|Führerschein))/g)].map(
    ([, one = '']) => one,
  );
  return [
    ...new Set([...found, ...before].flatMap((one) => (one === 'AB' ? ['A', 'B'] : one === 'AD' ? ['A', 'D'] : [one]))),
  ];
}

const codes = /(?:^|[,;/(] ?)(GB|UK|US|USA|CH|BR|DE|ES|PT|AT|FR|IE|NL|BE|PL|EU)(?=$|[\s,;)/])/g;

/** Countries that a text names, by their codes. */
export function regionsIn(text: string): string[] {
  const folded = foldedInPlace(text);
  const named = regions.filter(([name]) => name.test(folded)).map(([, code]) => code);
  const coded = [...text.matchAll(codes)].map(([, code = '']) => (code === 'UK' ? 'GB' : code === 'USA' ? 'US' : code));
  return [...new Set([...named, ...coded])];
}

export function asksForWorkRight(text: string): boolean {
  return allMatches(foldedInPlace(text), workRight).length > 0;
}

function rightsIn(text: string, folded: string, tokens: readonly Token[]): Found[] {
  return allMatches(folded, workRight)
    .slice(0, 1)
    .flatMap(({ index, 0: said }) =>
      placed(text, tokens, index, index + said.length, (words, span) => ({
        kind: 'work_right',
        regions: regions.filter(([name]) => name.test(folded)).map(([, code]) => code),
        words,
        span,
      })),
    );
}

const union = new Set(['DE', 'ES', 'PT', 'AT', 'FR', 'IE', 'NL', 'BE', 'IT', 'PL']);

/** Whoever may work in the union may work in its countries, and the other way round for citizens. */
export function coversRegions(had: readonly string[], asked: readonly string[]): boolean {
  if (asked.length === 0 || had.length === 0) return true;
  return asked.some((one) =>
    had.some((own) => own === one || (own === 'EU' && union.has(one)) || (one === 'EU' && union.has(own))),
  );
}

/** What each class of a driving licence allows beside itself. */
const allows: Readonly<Record<string, readonly string[]>> = {
  BE: ['B'],
  C1: ['B'],
  C: ['B', 'C1'],
  C1E: ['B', 'BE', 'C1'],
  CE: ['B', 'BE', 'C', 'C1', 'C1E'],
  D1: ['B'],
  D: ['B', 'D1'],
  DE: ['B', 'BE', 'D', 'D1'],
  E: ['B', 'C', 'D'],
};

export function coversClasses(had: readonly string[], asked: readonly string[], anyOne: boolean): boolean {
  const covered = new Set(had.flatMap((one) => [one, ...(own(allows, one) ?? [])]));
  return anyOne ? asked.some((one) => covered.has(one)) : asked.every((one) => covered.has(one));
}
