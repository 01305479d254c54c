/** One score for a posting: what is met, and how like the job is to those that were held. */
import type { ExperienceAtom } from '../../domain/atom.js';
import type { Opportunity, Requirement } from '../../domain/opportunity.js';
import type { ParsedItem } from '../../domain/parsed-item.js';
import { byteOrder, sortedUnique } from '../../domain/text.js';
import type { VocabularyBook } from '../../taxonomy/vocabulary-book.js';
import type { ClaimIndex } from '../claim-index.js';
import type { MatchReport, RequirementMatch } from '../report.js';
import type { ReadAsked } from './asked.js';
import { evidenceV2Name, type Surroundings } from './surroundings.js';

const preferredWeight = 0.4;
const titleBonus = 0.3;
/** Of a job that is like none that was held, so much of what is met may be met by chance. */
const otherTrade = 0.3;
/** What somebody was long ago says less of the field than what they are. */
const formerTrade = 0.5;
const monthsAgo = 24;
/** A licence, a language or patience is asked for in every trade: such requirements say little about whether a job fits. */
const generalWeight = 0.4;
const mostTitles = 50;
const mostWordsOfHeadline = 5;

/** A title that says the same job raises a score that is not full yet, one that says another lowers it. */
export function toReport(
  opportunity: Opportunity,
  matches: RequirementMatch[],
  index: ClaimIndex,
  { titles, book, asked }: Surroundings & { readonly asked: ReadAsked },
): MatchReport {
  const tells = opportunity.requirements.map(({ text }) => isTelling(asked(text), book));
  const covered = weightedMean(opportunity.requirements, matches, tells);
  const held = [...heldTitles(index)].sort(([a], [b]) => byteOrder(a, b)).slice(0, mostTitles);
  const roles = index.atoms.some(({ role }) => role?.title !== undefined);
  const likeness = held.reduce(
    (most, [title, weight]) => Math.max(most, weight * titles(title, opportunity.role_title)),
    0,
  );
  const malus = roles ? otherTrade * (1 - likeness) * covered : 0;
  const bonus = matches.length === 0 ? 0 : titleBonus * likeness * (1 - covered) - malus;
  const overall = covered + bonus;
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
    breakdown: { lexical: covered, semantic: likeness, bonus, final_score: overall },
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
function isTelling({ all_of }: ParsedItem, book: VocabularyBook): boolean {
  const things = all_of.flatMap(({ any_of }) => any_of);
  return things.some(
    (thing) =>
      (thing.kind === 'concept' && book.concept(thing.concept)?.field !== 'leading') || thing.kind === 'phrase',
  );
}

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
