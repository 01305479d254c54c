/**
 * `evidence_v2`, the strategy we recommend. Requirement and claims are read into structure (see `items`), and held against
 * each other part by part: every group of a requirement needs one of its things, evidence is united over claims, years are
 * counted from dated roles, and what is only related is "partly" and never "met".
 */
import type { ExperienceAtom } from '../domain/atom.js';
import type { Opportunity, Requirement } from '../domain/opportunity.js';
import type { NamedThing, ParsedItem } from '../domain/parsed-item.js';
import { byteOrder, sortedUnique } from '../domain/text.js';
import type { VocabularyBook } from '../taxonomy/vocabulary-book.js';
import { ClaimIndex, headingReader, isTagged, readAtom, tellingWords } from './claim-index.js';
import { type Asking, type Credit, credits, creditsFor, degreeCredits, enough } from './credit.js';
import { parseItem } from './items/parse-item.js';
import type { Evidence, MatchReport, RequirementMatch, Verdict } from './report.js';
import { shortOf } from './short-of.js';
import type { MatchInput, MatchStrategy, Step } from './strategy.js';
import { isUnderWay, isUnfinished } from './unfinished.js';
import { yearsShown } from './years-shown.js';

export const evidenceV2Name = 'evidence_v2';

/** Raised with every change that can alter a verdict or a score: decisions carry it, and replay says whose they are. */
export const evidenceV2Revision = 4;

const metCoverage = 0.75;
const partlyCoverage = 0.2;
const partlyByWords = 0.45;
const preferredWeight = 0.4;
const titleBonus = 0.3;
/** Of a job that is like none that was held, so much of what is met may be met by chance. */
const otherTrade = 0.3;
/** What somebody was long ago says less of the field than what they are. */
const formerTrade = 0.5;
const monthsAgo = 24;
/** A licence, a language or patience is asked for in every trade: such requirements say little about whether a job fits. */
const generalWeight = 0.4;
/** Words that name no concept weigh less: they may be mere talk. */
const wordWeight = 0.3;
const mostPhraseWeight = 0.5;
/** A word right beside a concept says which kind of it is meant ("immigration law"): without it nobody has it. */
const qualifierWeight = 0.4;
/** A month or two short of the years asked for is not short. */
const yearsTolerance = 0.2;

const claimsPerStep = 50;

export interface Surroundings {
  readonly book: VocabularyBook;
  readonly uriOf: (concept: string) => string | undefined;
  /** Likeness of two job titles, from 0 to 1. */
  readonly titles: (one: string, other: string) => number;
}

export function evidenceV2(around: Surroundings): MatchStrategy {
  const { book } = around;
  const indices = new WeakMap<readonly ExperienceAtom[], ClaimIndex>();
  const headingOf = headingReader(book);
  const read = remembering((atom: ExperienceAtom) => readAtom(atom, book, headingOf));
  function* steps({ opportunity, atoms }: MatchInput): Generator<Step, MatchReport> {
    const total = atoms.length + opportunity.requirements.length;
    const index = indices.get(atoms) ?? new ClaimIndex(atoms);
    for (const done of index.fill(book, read)) if (done % claimsPerStep === 0) yield { done, total };
    indices.set(atoms, index);
    const matches: RequirementMatch[] = [];
    for (const requirement of opportunity.requirements) {
      matches.push(matchOne(requirement, opportunity, index, around));
      yield { done: atoms.length + matches.length, total };
    }
    return toReport(opportunity, matches, index, around);
  }
  return {
    name: evidenceV2Name,
    revision: evidenceV2Revision,
    description:
      'Requirements and claims as structure; evidence united, years counted, related things only partly. Recommended.',
    isGated: true,
    steps,
    match(input) {
      const all = steps(input);
      let next = all.next();
      while (!next.done) next = all.next();
      return next.value;
    },
  };
}

const mostRemembered = 20_000;

/** Claims are read once, however many postings they are held against. */
function remembering<Value>(read: (atom: ExperienceAtom) => Value): (atom: ExperienceAtom) => Value {
  const known = new Map<string, Value>();
  return (atom) => {
    const key = [
      atom.title,
      atom.claim,
      atom.kind ?? '',
      atom.role?.title ?? '',
      `${isTagged(atom)}`,
      ...atom.tags,
    ].join('\0');
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = read(atom);
    if (known.size >= mostRemembered) known.clear();
    known.set(key, value);
    return value;
  };
}

interface Part {
  readonly weight: number;
  readonly credit: number;
  readonly isPhrase: boolean;
  /** What the rest of the requirement only says more of: "costing" of "menu costing". */
  readonly isHead: boolean;
  /** Where one must be, what is paid, and whether one may work: nothing else makes up for it. */
  readonly isGate: boolean;
  readonly best: readonly Credit[];
}

interface Judged {
  readonly verdict: Verdict;
  readonly coverage: number;
  readonly credits: readonly Credit[];
  readonly note?: string;
}

function matchOne(
  requirement: Requirement,
  opportunity: Opportunity,
  index: ClaimIndex,
  around: Surroundings,
): RequirementMatch {
  const said = index.saying(requirement.text)[0];
  if (said !== undefined) return toMatch(requirement.text, verbatim(requirement.text, said), index);
  const reader = {
    book: around.book,
    uriOf: around.uriOf,
    side: 'requirement',
    required: requirement.required,
  } as const;
  const item = parseItem(requirement.text, reader);
  const named = isNameless(item) ? withTitle(item, parseItem(opportunity.role_title, reader)) : item;
  const judged = spelledOut(named, index) ?? judge(named, index, around);
  const finished = onceFinished(requirement.text, judged, index, (among) => judge(named, index, around, among));
  return toMatch(requirement.text, withinReach(requirement.text, finished, index), index);
}

const textOf = (index: ClaimIndex, atom: number) =>
  `${index.atoms[atom]?.title ?? ''} ; ${index.atoms[atom]?.claim ?? ''}`;

/** Met by what is under way is met in part, unless other claims show it finished. */
function onceFinished(
  text: string,
  judged: Judged,
  index: ClaimIndex,
  again: (among: ReadonlySet<number>) => Judged,
): Judged {
  const shown = judged.credits.map(({ atom }) => textOf(index, atom));
  const names = judged.credits.map(({ evidence }) => evidence.atom);
  if (judged.verdict !== 'met' || !isUnfinished(text, shown, names)) return judged;
  const done = index.atoms.flatMap((_, atom) => (isUnderWay(textOf(index, atom)) ? [] : [atom]));
  const other = again(new Set(done));
  return other.verdict === 'met'
    ? other
    : { ...judged, verdict: 'partly', coverage: Math.min(judged.coverage, 0.65), note: 'It is not finished yet.' };
}

/** Met at a lower level or in a lower position than the one asked for is met in part. */
function withinReach(text: string, judged: Judged, index: ClaimIndex): Judged {
  if (judged.verdict !== 'met') return judged;
  const said = (atom: number) => textOf(index, atom);
  const note = shortOf(
    text,
    judged.credits.map(({ atom }) => said(atom)),
    () => index.atoms.flatMap((_, atom) => (index.isAsserted(atom) ? [said(atom)] : [])),
    judged.credits.map(({ evidence }) => evidence.atom),
  );
  return note === undefined
    ? judged
    : { ...judged, verdict: 'partly', coverage: Math.min(judged.coverage, 0.65), note };
}

const papers: ReadonlySet<NamedThing['kind']> = new Set([
  'language',
  'degree',
  'driving_licence',
  'work_right',
  'place',
  'pay',
]);
const wordsBetween = 2;

/** All that a requirement says stands together in one claim, in whatever order: nobody needs to know what it means. */
function spelledOut(item: ParsedItem, index: ClaimIndex): Judged | undefined {
  const things = item.all_of.flatMap(({ any_of }) => any_of);
  const isPlain = things.every((thing) =>
    thing.kind === 'concept' ? thing.level === undefined : !papers.has(thing.kind),
  );
  if (item.stance !== 'asserted' || item.years !== undefined || !isPlain) return undefined;
  const words = [...new Set(tellingWords(item.text))];
  // The name of a paper is another name with a word between.
  const isPaper = things.some((thing) => thing.kind === 'concept' && thing.credential);
  const between = isPaper ? 0 : wordsBetween;
  const atom = words.length < 2 ? undefined : index.words.holdingAll(words, words.length + between);
  if (atom === undefined) return undefined;
  const span: [number, number] = [0, item.text.length];
  const evidence: Evidence = {
    kind: 'word',
    requirement: item.text,
    requirement_span: span,
    atom: words.join(' '),
    credit: 1,
  };
  return { verdict: 'met', coverage: 1, credits: [{ credit: 1, atom, evidence }] };
}

/** "Five years of experience", "experience in a similar position": in the job that is advertised. */
function isNameless(item: ParsedItem): boolean {
  return item.all_of.length === 0 && item.stance === 'asserted';
}

function withTitle(item: ParsedItem, title: ParsedItem): ParsedItem {
  const concepts = title.all_of.flatMap(({ any_of }) => any_of.filter((thing) => thing.kind === 'concept'));
  return concepts.length === 0 ? item : { ...item, all_of: [{ any_of: concepts }] };
}

function verbatim(text: string, atom: number): Judged {
  const evidence: Evidence = { kind: 'word', requirement: text, atom: text, credit: 1 };
  return { verdict: 'met', coverage: 1, credits: [{ credit: 1, atom, evidence }] };
}

const mustBeQualified =
  /\b(?:qualified|chartered|certified|licensed|registered|accredited|examinierte?[rn]?|staatlich geprüfte?[rn]?|colegiad[oa]|titulad[oa])\s+\p{L}/iu;

function judge(item: ParsedItem, index: ClaimIndex, { book }: Surroundings, among?: ReadonlySet<number>): Judged {
  if (item.stance !== 'asserted')
    return { verdict: 'missing', coverage: 0, credits: [], note: 'This asks for nothing.' };
  const asking: Asking = {
    index,
    book,
    anyClass: /\b(?:or|oder|o|ou)\b|\//i.test(item.text),
    needsPaper: mustBeQualified.test(item.text),
    ...(among === undefined ? {} : { among }),
  };
  const parts = partsOf(item, asking);
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  const coverage = weight === 0 ? 0 : parts.reduce((sum, part) => sum + part.weight * part.credit, 0) / weight;
  const named = parts.filter((part) => !part.isPhrase);
  const credits = parts.flatMap((part) => part.best);
  const years = yearsJudged(item, index);
  const covered = parts.length === 0 ? (years?.enough ? 1 : years && years.shown > 0 ? 0.5 : 0) : coverage;
  const isLacking = parts.some((part) => part.isHead && part.credit < enough);
  const has = !isLacking && named.every((part) => part.credit >= enough) && covered >= metCoverage;
  const least = named.length > 0 ? partlyCoverage : partlyByWords;
  const all = years === undefined ? credits : [...credits, ...years.credits];
  if (has && (years === undefined || years.enough)) return { verdict: 'met', coverage: covered, credits: all };
  const shut = parts.some((part) => part.isGate && part.credit < enough);
  if (covered < least || shut) return { verdict: 'missing', coverage: covered, credits: [] };
  const note =
    has && years !== undefined ? `${years.shown.toFixed(1)} of ${item.years?.least ?? 0} years are shown.` : undefined;
  return {
    verdict: 'partly',
    coverage: Math.min(covered, 0.65),
    credits: all,
    ...(note === undefined ? {} : { note }),
  };
}

const betweenDegreeAndExperience =
  /experien|erfahrung|years|jahre|\banos\b|knowledge|kenntnis|conocimient|conhecimento/i;

/** Each group of the requirement with the best that claims give for it; a degree takes the fields named after it. */
function partsOf(item: ParsedItem, asking: Asking): Part[] {
  const degrees = item.all_of.flatMap(({ any_of }) => any_of.filter((thing) => thing.kind === 'degree'));
  const [first] = [...degrees].sort((a, b) => a.rank - b.rank);
  if (first === undefined) return item.all_of.map(({ any_of }) => partOf(any_of, asking, item));
  const isField = (thing: NamedThing) =>
    ((thing.kind === 'concept' && !thing.credential) || thing.kind === 'phrase') &&
    !betweenDegreeAndExperience.test(
      item.text.slice(Math.min(first.span[1], thing.span[0]), Math.max(first.span[0], thing.span[0])),
    );
  const fields = item.all_of.flatMap(({ any_of }) => any_of.filter(isField));
  const orSimilar =
    /related|similar|comparable|equivalent|relevant|vergleichbar|verwandt|ähnlich|einschlägig|afín|afin|equivalente|correlat|semelhante/i.test(
      item.text,
    );
  const orExperience = /\b(?:or|oder|o|ou)\b.*(?:experien|erfahrung)/i.test(item.text);
  const earned = degreeCredits(first, fields, asking, orSimilar);
  const byWork = orExperience
    ? fields.flatMap((field) => creditsFor(field, asking)).filter((one) => one.credit >= enough)
    : [];
  const without = fields
    .flatMap((field) => creditsFor(field, asking))
    .map((one) => ({
      ...one,
      credit: Math.min(one.credit, first.rank > 2 ? credits.profession : credits.lowerDegree),
    }));
  const best = bestOf([...earned, ...byWork, ...without]);
  const rest = item.all_of
    .map(({ any_of }) => any_of.filter((thing) => thing.kind !== 'degree' && !isField(thing)))
    .filter((group) => group.length > 0);
  return [
    { weight: 1, credit: best?.credit ?? 0, isPhrase: false, isHead: false, isGate: false, best: best ? [best] : [] },
    ...rest.map((group) => partOf(group, asking, item)),
  ];
}

const gates: ReadonlySet<NamedThing['kind']> = new Set(['place', 'pay', 'work_right']);

/** How adjectives end that follow their noun. */
const following = /(?:ic|al|ar|iv|ad|ari|os|an|il|ist)[ao]?s?$/;

/** English and German say before the noun what Spanish and Portuguese say after it. */
function isQualifier(group: readonly NamedThing[], { text, tongue, all_of }: ParsedItem): boolean {
  const after = (thing: NamedThing) =>
    tongue === 'es' || tongue === 'pt' || (thing.kind === 'phrase' && following.test(thing.stems[0] ?? ''));
  const concepts = all_of.flatMap(({ any_of }) => any_of.filter(({ kind }) => kind === 'concept'));
  const isJoint = (between: string) => between === ' ' || between === '-';
  return group.some((thing) =>
    concepts.some(
      ({ span }) =>
        (tongue !== 'es' && tongue !== 'pt' && isJoint(text.slice(thing.span[1], span[0]))) ||
        (after(thing) && isJoint(text.slice(span[1], thing.span[0]))),
    ),
  );
}

const ofIt = /^(?:[:*/_-]in(?:nen)?)? (?:of|for|für|von|vom|der|des|einer|eines|de|del|de la|da|do|das|dos) $/i;

/** Words that say no more than that something is done with it. */
const lightHeads = new Set(
  `processing operation operations procedures procedure systems system tools software activities services service control
monitoring administration reporting standards methods principles processes regulations guidelines equipment machinery machines
projects documents documentation duties environment programs programmes packages applications materials products care training
anwendung pflege betreuung kontrolle uberwachung bedienung einsatz montage einrichtung abwicklung prufung systeme verfahren
montaje tratamiento seguimiento control mantenimiento atencion aplicacion manejo sistemas programas herramientas tareas instalacion
utilizacao aplicacao acompanhamento tratamento controlo controle manutencao atendimento sistemas ferramentas instalacao montagem`.split(
    /\s+/,
  ),
);

const isLight = (thing: NamedThing) => thing.kind === 'phrase' && thing.stems.every((word) => lightHeads.has(word));

/** "Menu costing", "Diseño de cocinas", "Leitung einer Kita": the word that says what is done, beside what it is done to. */
function isHeadOf(group: readonly NamedThing[], { text, tongue, all_of }: ParsedItem): boolean {
  const concepts = all_of.flatMap(({ any_of }) => any_of.filter(({ kind }) => kind === 'concept'));
  if (group.every(isLight)) return false;
  return group.some((thing) =>
    concepts.some(
      ({ span }) =>
        ofIt.test(text.slice(thing.span[1], span[0])) ||
        (tongue === 'en' && text.slice(span[1], thing.span[0]) === ' '),
    ),
  );
}

function partOf(group: readonly NamedThing[], asking: Asking, item: ParsedItem): Part {
  const words = group.flatMap((thing) => (thing.kind === 'phrase' ? thing.stems : []));
  const isPhrase = group.every((thing) => thing.kind === 'phrase');
  const best = bestOf(group.flatMap((thing) => creditsFor(thing, asking)));
  const least = isPhrase && isQualifier(group, item) ? qualifierWeight : 0;
  const weight = isPhrase ? Math.max(least, Math.min(mostPhraseWeight, wordWeight * words.length)) : 1;
  const isGate = group.every((thing) => gates.has(thing.kind));
  const isHead = isPhrase && isHeadOf(group, item);
  return { weight, credit: best?.credit ?? 0, isPhrase, isHead, isGate, best: best ? [best] : [] };
}

/** Credits come in the order of atom ids and only a better one replaces the best, so ties go to the smaller id. */
function bestOf(credits: readonly Credit[]): Credit | undefined {
  return credits.reduce<Credit | undefined>(
    (best, one) =>
      best === undefined || one.credit > best.credit || (one.credit === best.credit && one.atom < best.atom)
        ? one
        : best,
    undefined,
  );
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

function toMatch(text: string, { verdict, coverage, credits, note }: Judged, index: ClaimIndex): RequirementMatch {
  const used = verdict === 'missing' ? [] : credits;
  const main = [...used].sort((a, b) => b.credit - a.credit)[0];
  const id = main === undefined ? null : (index.atoms[main.atom]?.atom_id ?? null);
  const score =
    verdict === 'met'
      ? Math.max(coverage, metCoverage)
      : verdict === 'partly'
        ? Math.max(coverage, 0.25)
        : Math.min(coverage, 0.15);
  return {
    requirement_text: text,
    matched: verdict === 'met',
    best_score: Math.min(1, score),
    contributing_atom_id: verdict === 'met' ? id : null,
    evidence_tokens: verdict === 'met' ? sortedUnique(used.map(({ evidence }) => evidence.requirement)) : [],
    explanation: {
      verdict,
      nearest_atom_id: id,
      coverage,
      meaning: 0,
      ...(note === undefined ? {} : { note }),
      evidence: used.map(({ evidence, atom }) => ({ ...evidence, atom_id: index.atoms[atom]?.atom_id ?? '' })),
    },
  };
}

function weightedMean(
  requirements: readonly Requirement[],
  matches: readonly RequirementMatch[],
  tells: readonly boolean[],
): number {
  const weights = requirements.map(
    (requirement, at) => (requirement.required ? 1 : preferredWeight) * (tells[at] ? 1 : generalWeight),
  );
  const total = weights.reduce((sum, one) => sum + one, 0);
  if (total === 0) return 0;
  return matches.reduce((sum, match, i) => sum + match.best_score * (weights[i] ?? 0), 0) / total;
}

/** Whether a requirement names something of a trade. */
function isTelling(text: string, book: VocabularyBook): boolean {
  const things = parseItem(text, { book, side: 'requirement' }).all_of.flatMap(({ any_of }) => any_of);
  return things.some(
    (thing) =>
      (thing.kind === 'concept' && book.concept(thing.concept)?.field !== 'leading') || thing.kind === 'phrase',
  );
}

const mostTitles = 50;

const mostWordsOfHeadline = 5;

/** What somebody is called: by a role, and by a short line at the head of a resume ("Data engineer, Edinburgh"). */
function titlesIn({ kind, title, claim, role }: ExperienceAtom, hasRoles: boolean): string[] {
  const [headline = ''] = claim.split(/\s*[,|·–—]\s*/);
  const isHeadline = kind === 'summary' && headline.split(/\s+/).length <= mostWordsOfHeadline;
  return [role?.title ?? (hasRoles ? '' : title), isHeadline ? headline : ''].filter((one) => one !== '');
}

/** The titles of a person, each with what it weighs: less where it ended long before the last of them. */
function heldTitles({ atoms, months }: ClaimIndex): ReadonlyMap<string, number> {
  const latest = months.reduce(
    (most, one, at) => (atoms[at]?.kind === 'work' ? Math.max(most, one?.[1] ?? 0) : most),
    0,
  );
  // Headings of sections are titles only of claims that somebody wrote by hand.
  const hasRoles = atoms.some(({ role }) => role?.title !== undefined);
  const held = new Map<string, number>();
  atoms.forEach((atom, at) => {
    const ended = months[at]?.[1];
    const isFormer = ended !== undefined && ended < latest - monthsAgo;
    const isStudy = latest > 0 && atom.kind === 'education';
    const weight = isFormer || isStudy ? formerTrade : 1;
    for (const title of titlesIn(atom, hasRoles)) held.set(title, Math.max(held.get(title) ?? 0, weight));
  });
  return held;
}

/** A title that says the same job raises a score that is not full yet, one that says another lowers it. */
function toReport(
  opportunity: Opportunity,
  matches: RequirementMatch[],
  index: ClaimIndex,
  { titles, book }: Surroundings,
): MatchReport {
  const tells = opportunity.requirements.map(({ text }) => isTelling(text, book));
  const asked = weightedMean(opportunity.requirements, matches, tells);
  const held = [...heldTitles(index)].sort(([a], [b]) => byteOrder(a, b)).slice(0, mostTitles);
  const roles = index.atoms.some(({ role }) => role?.title !== undefined);
  const likeness = held.reduce(
    (most, [title, weight]) => Math.max(most, weight * titles(title, opportunity.role_title)),
    0,
  );
  const malus = roles ? otherTrade * (1 - likeness) * asked : 0;
  const bonus = matches.length === 0 ? 0 : titleBonus * likeness * (1 - asked) - malus;
  const overall = asked + bonus;
  const used = matches
    .filter((match) => match.matched)
    .flatMap((match) => match.explanation?.evidence.flatMap((one) => one.atom_id ?? []) ?? []);
  const candidates = index.atoms.length;
  return {
    opportunity_id: opportunity.opportunity_id,
    strategy: evidenceV2Name,
    overall_score: overall,
    requirement_matches: matches,
    missing_requirements: matches.filter((match) => !match.matched).map((match) => match.requirement_text),
    matched_atoms: sortedUnique(used.filter((id) => id !== '')),
    retrieval_stats: { lexical_candidates: candidates, embedding_candidates: 0, merged_candidates: candidates },
    breakdown: { lexical: asked, semantic: likeness, bonus, final_score: overall },
  };
}
