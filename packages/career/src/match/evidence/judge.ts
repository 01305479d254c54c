/** Holds a requirement that was read against the claims: met when every part has evidence, united over claims. */
import type { ParsedItem } from '../../domain/parsed-item.js';
import type { VocabularyBook } from '../../taxonomy/vocabulary-book.js';
import type { ClaimIndex } from '../claim-index.js';
import { type Asking, type Credit, enough } from '../credit/credit.js';
import type { Verdict } from '../report.js';
import { yearsShown } from '../years-shown.js';
import { partsOf } from './degree-parts.js';
import { isShownTogether } from './together.js';

export const metCoverage = 0.75;
const partlyCoverage = 0.2;
const partlyByWords = 0.45;
/** What is asked for beside something else has to be there, in some word of it. */
const leastOfJoined = 0.2;
/** A month or two short of the years asked for is not short. */
const yearsTolerance = 0.2;

export interface Judged {
  readonly verdict: Verdict;
  readonly coverage: number;
  readonly credits: readonly Credit[];
  readonly note?: string;
  /** How sure it is that this is met, where it was called so or nearly. */
  readonly certainty?: number;
}

const orSimilar =
  /\b(?:or|oder|o|ou|and|und|y|e) (?:a |an |something |another |other |andere\w* |otr[oa]s? |outr[oa]s? |any )?(?:similar|comparable|equivalent|like it|alike|vergleichbar\w*|ähnlich\w*|equivalentes?|parecid[oa]s?|semelhantes?|similares|tools?|systems?|program\w*|sistemas?|herramientas?|ferramentas?)\b|\bo\. ?ä\.|\b(?:e\. ?g\.|such as|z\. ?b\.|zum beispiel|p\. ?ej\.|por ejemplo|por exemplo|p\. ?ex\.|tipo)(?=\s)/iu;

const mustBeQualified =
  /\b(?:qualified|chartered|certified|licensed|registered|accredited|examinierte?[rn]?|staatlich geprüfte?[rn]?|colegiad[oa]|titulad[oa])\s+\p{L}|\b(?:certification|certificate|zertifizierung|zertifikat|certificaci[óo]n|certificação)\s*$/iu;

const certified = /certifi|zertifi/i;

export function judge(item: ParsedItem, index: ClaimIndex, book: VocabularyBook, among?: ReadonlySet<number>): Judged {
  if (item.stance !== 'asserted')
    return { verdict: 'missing', coverage: 0, credits: [], note: 'This asks for nothing.' };
  const asking: Asking = {
    index,
    book,
    anyClass: /\b(?:or|oder|o|ou)\b|\//i.test(item.text),
    ...(mustBeQualified.test(item.text) ? { needsPaper: certified.test(item.text) ? 'certificate' : 'any' } : {}),
    similarDoes: orSimilar.test(item.text),
    ...(among === undefined ? {} : { among }),
  };
  const parts = partsOf(item, asking);
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  const coverage = weight === 0 ? 0 : parts.reduce((sum, part) => sum + part.weight * part.credit, 0) / weight;
  const named = parts.filter((part) => !part.isPhrase);
  const credits = parts.flatMap((part) => part.best);
  const years = yearsJudged(item, index);
  const covered = parts.length === 0 ? (years?.enough ? 1 : years && years.shown > 0 ? 0.5 : 0) : coverage;
  const isLacking = parts.some((part) => part.credit < (part.isHead ? enough : part.isJoined ? leastOfJoined : 0));
  const has = !isLacking && named.every((part) => part.credit >= enough) && covered >= metCoverage;
  const least = named.length > 0 ? partlyCoverage : partlyByWords;
  const all = years === undefined ? credits : [...credits, ...years.credits];
  const isOne = !has || isShownTogether(item, asking);
  if (has && isOne && (years === undefined || years.enough)) return { verdict: 'met', coverage: covered, credits: all };
  const shut = parts.some((part) => part.isGate && part.credit < enough);
  if (covered < least || shut) return { verdict: 'missing', coverage: covered, credits: [] };
  const short =
    years === undefined || years.enough
      ? undefined
      : `${years.shown.toFixed(1)} of ${item.years?.least ?? 0} years are shown.`;
  const note = !has ? undefined : isOne ? short : 'It is shown, but not in one paper.';
  return {
    verdict: 'partly',
    coverage: Math.min(covered, 0.65),
    credits: all,
    ...(note === undefined ? {} : { note }),
  };
}

function yearsJudged(item: ParsedItem, index: ClaimIndex) {
  if (item.years === undefined) return undefined;
  const things = item.all_of
    .flatMap(({ any_of }) => any_of)
    .filter(({ kind }) => kind === 'concept' || kind === 'phrase');
  const { years, atoms } = yearsShown(things, index);
  const credits = atoms.slice(0, 1).map(
    (atom): Credit => ({
      credit: 1,
      atom,
      evidence: {
        kind: 'years',
        requirement: item.text.slice(...(item.years?.span ?? [0, 0])),
        atom: `${years.toFixed(1)} years`,
        credit: 1,
      },
    }),
  );
  return { enough: years >= item.years.least - yearsTolerance, shown: years, credits };
}
