/**
 * Reads a requirement or a claim into structure. Names of concepts are looked up in the vocabulary, papers and languages are
 * recognised by their form, and what is left is kept as phrases: nothing that a text says is lost.
 */
import type { NamedThing, ParsedItem } from '../../domain/parsed-item.js';
import { type Token, tokensOf } from '../../domain/tokens.js';
import type { PhraseUse, VocabularyBook } from '../../taxonomy/vocabulary-book.js';
import { namesSomebody } from '../person-names.js';
import type { ReadStanding } from '../standing/standing-table.js';
import { type Definition, definitionsIn, isNumbered, isNumberOfName, isPartOfName } from './acronyms.js';
import { groupsOf } from './alternatives.js';
import { isMeant } from './ambiguity.js';
import { type Stretch, stanceAt, stanceInClaim, stretchesOf } from './clauses.js';
import { fillerWords } from './filler.js';
import type { Found } from './found.js';
import { gatesIn } from './gates.js';
import { languagesIn } from './languages.js';
import { levelNear } from './levels.js';
import { lightWords } from './light-words.js';
import { foldedInPlace, papersIn } from './papers.js';
import { talkIn } from './talk.js';
import { certainTongue, tongueAt } from './tongue.js';
import { yearsIn } from './years.js';

export interface Reader {
  readonly book: VocabularyBook;
  readonly side: 'requirement' | 'claim';
  /** Of claims: who reads whether what is named was done. */
  readonly standing?: ReadStanding;
  /** Where ESCO or O*NET define a concept of ours. */
  readonly uriOf?: (concept: string) => string | undefined;
  /** Fields that the surroundings of the text speak of. */
  readonly fields?: ReadonlySet<string>;
  readonly required?: boolean;
}

const mostBareWords = 4;

/** A name or a list of names: every word is capital, filler, or part of a short enumeration. */
export function isBare(text: string, tokens: readonly Token[]): boolean {
  if (/[.!?]\s+\p{L}/u.test(text)) return false;
  const parts = text.split(/[,;/|•·()]|\s(?:and|und|y|e|or|oder|o|ou|&)\s/).map((part) => part.trim());
  const telling = tokens.filter(({ word }) => !fillerWords.has(word));
  if (telling.length <= 1 && !/\b(?:to|at)\b/i.test(text)) return tokens.length <= mostBareWords + 1;
  return (
    parts.length > 1 &&
    parts.every((part) => part.split(/\s+/).length <= 3) &&
    !/\b(?:to|the|a|at|from|of)\b/i.test(text)
  );
}

export function parseItem(text: string, reader: Reader): ParsedItem {
  const tokens = tokensOf(text);
  const bare = isBare(text, tokens);
  const fields = reader.fields ?? new Set<string>();
  const stretches = stretchesOf(text, reader.side);
  const definitions = definitionsIn(text, tokens);
  const tongue = certainTongue(tokens);
  const uses = reader.book
    .usesIn(tokens, tongue)
    .filter((use) => !isPartOfName(use, definitions) && !isNumbered(use, text, tokens));
  const meant = uses.filter(
    (use) =>
      isMeant(use, { text, tokens, uses, bare, fields }) &&
      !isHalfOfWord(use, text, tokens, tongue) &&
      !(reader.side === 'requirement' && isMereDoing(use, tokens)),
  );
  meant.push(...deedsBeside(meant, reader.book.deedsIn(tokens, text, tongue)));
  if (reader.side === 'claim') meant.push(...deedsBeside(meant, reader.book.toldIn(tokens, text, tongue)));
  const special = [...papersIn(text, tokens), ...gatesIn(text, tokens), ...languagesIn(text, tokens, bare)];
  const named = [...special, ...conceptsOf(text, tokens, meant, special, reader)];
  const years = yearsIn(text);
  // Of a claim only what is named counts; the rest of it matters where a part may be denied.
  const isWhole = reader.side === 'claim' && stretches.length === 0;
  const phrases = isWhole ? [] : phrasesOf(text, tokens, named, years?.span, definitions, talkIn(text, reader.side));
  const all = [...named, ...phrases].sort((a, b) => a.at - b.at || b.end - a.end);
  const { standing } = reader;
  const [kept, stance] = byStance(all, ({ span }) =>
    standing === undefined ? stanceAt(stretches, ...span) : stanceInClaim(text, stretches, span, standing),
  );
  return {
    text,
    tongue: tongueAt(tongue),
    stance,
    required: reader.required ?? true,
    all_of: groupsOf(text, kept).map((any_of) => ({ any_of })),
    ...(years === undefined ? {} : { years }),
  };
}

/** What is named in as many words needs no second name. */
function deedsBeside(named: readonly PhraseUse[], deeds: readonly PhraseUse[]): PhraseUse[] {
  const isNamed = (one: PhraseUse, among: readonly PhraseUse[]) =>
    among.some(({ concept }) => concept.name === one.concept.name);
  return deeds.filter((one, at) => !isNamed(one, named) && !isNamed(one, deeds.slice(0, at)));
}

const joins = new Set('of for von vom der des mit zu de del da do das dos en em con com'.split(' '));

/** "Administration von Windows-Servern", "Bedienung von Kranen": what is done with a thing is no thing beside it. */
function isMereDoing({ at, end }: PhraseUse, tokens: readonly Token[]): boolean {
  const next = tokens[end + 1];
  return (
    end - at === 1 &&
    lightWords.has(tokens[at]?.word ?? '') &&
    joins.has(tokens[end]?.word ?? '') &&
    next !== undefined &&
    !fillerWords.has(next.word)
  );
}

const romance: ReadonlySet<number | undefined> = new Set([2, 3]);

/** "Médico-Cirúrgica" names no doctor; German and English join whole words by their hyphens. */
function isHalfOfWord(
  { at, end }: PhraseUse,
  text: string,
  tokens: readonly Token[],
  tongue: number | undefined,
): boolean {
  const [last, next] = [tokens[end - 1], tokens[end]];
  if (!romance.has(tongue) || end - at > 1 || last === undefined || next === undefined) return false;
  return text.slice(last.to, next.from) === '-' && namesSomebody(last.raw) && !isRank.test(next.word);
}

const isRank = /^(?:chef[ea]|jef[ea]|geral|general|adjunt[oa])$/;

/** What is denied or only wished for names nothing; where all of it is, the item says so. */
function byStance(
  found: readonly Found[],
  stanceOf: (thing: NamedThing) => 'asserted' | Stretch['stance'],
): [Found[], ParsedItem['stance']] {
  const judged = found.map((one) => ({ one, stance: stanceOf(one.thing) }));
  const asserted = judged.filter(({ stance }) => stance === 'asserted').map(({ one }) => one);
  const other =
    judged.find(({ stance, one }) => stance !== 'asserted' && one.thing.kind !== 'phrase') ??
    judged.find(({ stance }) => stance !== 'asserted');
  if (other === undefined || asserted.some(({ thing }) => thing.kind !== 'phrase')) return [asserted, 'asserted'];
  return [judged.map(({ one }) => one), other.stance];
}

/** "Carnet de conducir clase C" asks for no lessons. */
const isOfClass = (token: Token | undefined) => /^clases?$/.test(token?.word ?? '');

const credentialNouns =
  /\b(?:licen[cs]e[ds]?|certificat\w*|certified|zertifi\w*|schein|nachweis|zeugnis|carnet?|carnes?|certificad[oa]s?|certificacion\w*|certificacao|certificacoes|registered|registration|accredit\w*|permit|titulo|diploma|befahigung|befahigungsnachweis|fuhrerschein|berechtigung|prufung)\b/;

function conceptsOf(
  text: string,
  tokens: readonly Token[],
  uses: readonly PhraseUse[],
  special: readonly Found[],
  { uriOf }: Reader,
): Found[] {
  const folded = foldedInPlace(text);
  const isLicence = special.some(({ thing }) => thing.kind === 'driving_licence');
  return uses.flatMap((use): Found[] => {
    // "B, C, C+E" are classes of a licence, and none of them a language to program in.
    if (isLicence && (use.concept.name.length === 1 || isOfClass(tokens[use.at]))) return [];
    if (special.some(({ at, end, thing }) => thing.kind !== 'degree' && use.at < end && at < use.end)) return [];
    const span: [number, number] = [tokens[use.at]?.from ?? 0, tokens[use.end - 1]?.to ?? 0];
    const { name, credential } = use.concept;
    const uri = uriOf?.(name);
    const level = levelNear(folded, span);
    const near = `${folded.slice(Math.max(0, span[0] - 18), span[0])} ${folded.slice(span[1], span[1] + 14)}`.replace(
      /[,;.].*$/,
      '',
    );
    return [
      {
        at: use.at,
        end: use.end,
        thing: {
          kind: 'concept',
          concept: name,
          ...(uri === undefined ? {} : { uri }),
          ...(level === undefined ? {} : { level }),
          credential: credential || (!isLicence && credentialNouns.test(near)),
          words: text.slice(...span),
          span,
        },
      },
    ];
  });
}

/** "English to talk to suppliers", "inglés B2 para hablar con Lisboa": what a language is for is not asked beside it. */
const purpose = /(?<!\p{L})(?:to|for|with|para|con|com|um|zur|zum|für|mit)(?!\p{L})/iu;

/** Runs of telling words that name no concept; small words part them, large gaps too. */
function phrasesOf(
  text: string,
  tokens: readonly Token[],
  named: readonly Found[],
  years: readonly [number, number] | undefined,
  definitions: readonly Definition[],
  talk: readonly (readonly [number, number])[],
): Found[] {
  const taken = new Set(named.flatMap(({ at, end }) => Array.from({ length: end - at }, (_, n) => at + n)));
  // Who asks for a paper asks for nothing else: the rest of the line says where it is valid.
  if (named.some(({ thing }) => thing.kind === 'driving_licence' || thing.kind === 'work_right')) return [];
  const [language] = named.filter(({ thing }) => thing.kind === 'language');
  const isForTalk = (at: number) =>
    language !== undefined && at >= language.end && purpose.test(text.slice(language.thing.span[1], tokens[at]?.from));
  const found: Found[] = [];
  let run: number[] = [];
  const close = () => {
    if (run.length > 0) found.push(phrase(text, tokens, run));
    run = [];
  };
  tokens.forEach((token, at) => {
    const isYears = years !== undefined && token.from < years[1] && years[0] < token.to;
    const telling =
      !taken.has(at) &&
      !isYears &&
      !talk.some(([from, to]) => from <= token.from && token.to <= to) &&
      !isForTalk(at) &&
      !fillerWords.has(token.word) &&
      (token.word.length > 1 || (/^[A-Z]$/.test(token.raw) && tokens[at - 1]?.word !== 'z')) &&
      (!/^\d+$/.test(token.word) || isNumberOfName(text, tokens, at));
    const previous = run.at(-1);
    const isOneName = definitions.some((one) => previous !== undefined && one.at <= previous && at < one.end);
    const apart =
      previous !== undefined &&
      !isOneName &&
      (at - previous > 3 ||
        /[,;:.()/–]/.test(text.slice(tokens[previous]?.to ?? 0, token.from)) ||
        tokens
          .slice(previous + 1, at)
          .some(({ word }) => /^(?:and|or|und|oder|y|o|e|ou|in|im|within|bei|en|em)$/.test(word)));
    if (taken.has(at) || apart) close();
    if (telling) run.push(at);
  });
  close();
  return found;
}

function phrase(text: string, tokens: readonly Token[], run: readonly number[]): Found {
  const [first = 0, last = 0] = [run[0], run.at(-1)];
  const span: [number, number] = [tokens[first]?.from ?? 0, tokens[last]?.to ?? 0];
  const thing: NamedThing = {
    kind: 'phrase',
    stems: run.map((at) => tokens[at]?.word ?? ''),
    words: text.slice(...span),
    span,
  };
  return { at: first, end: last + 1, thing };
}
