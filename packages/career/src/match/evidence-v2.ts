/**
 * `evidence_v2`, the strategy we recommend. Requirement and claims are read into structure (see `items`), and held against
 * each other part by part (see `evidence`): every group of a requirement needs one of its things, evidence is united over
 * claims, years are counted from dated roles, and what is only related is "partly" and never "met".
 */
import type { ExperienceAtom } from '../domain/atom.js';
import type { Opportunity, Requirement } from '../domain/opportunity.js';
import type { ParsedItem } from '../domain/parsed-item.js';
import { sortedUnique } from '../domain/text.js';
import { onceCertain } from './certainty/once-certain.js';
import { ClaimIndex, headingReader, isTagged, readAtom } from './claim-index.js';
import { askedReader, type ReadAsked } from './evidence/asked.js';
import { onceAssured, onceFinished, onceWorked, withinReach } from './evidence/doubts.js';
import { type Judged, judge, metCoverage } from './evidence/judge.js';
import { toReport } from './evidence/score.js';
import { evidenceV2Name, type Surroundings } from './evidence/surroundings.js';
import { spelledOut, verbatim } from './evidence/verbatim.js';
import type { MatchReport, RequirementMatch } from './report.js';
import type { MatchInput, MatchStrategy, Step } from './strategy.js';

export { evidenceV2Name };

/** Raised with every change that can alter a verdict or a score: decisions carry it, and replay says whose they are. */
export const evidenceV2Revision = 21;

const claimsPerStep = 50;

interface Around extends Surroundings {
  readonly asked: ReadAsked;
}

export function evidenceV2(surroundings: Surroundings): MatchStrategy {
  const { book } = surroundings;
  const around: Around = { ...surroundings, asked: askedReader(surroundings) };
  const indices = new WeakMap<readonly ExperienceAtom[], ClaimIndex>();
  const headingOf = headingReader(surroundings);
  const read = remembering((atom: ExperienceAtom) => readAtom(atom, surroundings, headingOf));
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

function matchOne(
  requirement: Requirement,
  opportunity: Opportunity,
  index: ClaimIndex,
  around: Around,
): RequirementMatch {
  const said = index.saying(requirement.text)[0];
  if (said !== undefined) return toMatch(requirement.text, verbatim(requirement.text, said), index);
  const item = around.asked(requirement.text);
  const named = isNameless(item) ? withTitle(item, around.asked(opportunity.role_title)) : item;
  const { book, standing } = around;
  const among = (claims: ReadonlySet<number>) => judge(named, index, book, claims);
  const looked = (judged: Judged, again: typeof among) => lookedAtAgain(requirement.text, judged, index, again);
  const judged = looked(spelledOut(named, index) ?? judge(named, index, book), among);
  const again = (claims: ReadonlySet<number>) =>
    looked(among(claims), (some) => among(new Set([...some].filter((claim) => claims.has(claim)))));
  return toMatch(requirement.text, onceCertain(judged, { item: named, index, book, standing }, again), index);
}

function lookedAtAgain(
  text: string,
  judged: Judged,
  index: ClaimIndex,
  again: (among: ReadonlySet<number>) => Judged,
): Judged {
  const worked = onceWorked(text, judged, index, again);
  return withinReach(text, onceFinished(text, onceAssured(worked, index, again), index, again), index);
}

/** "Five years of experience", "experience in a similar position": in the job that is advertised. */
function isNameless(item: ParsedItem): boolean {
  return item.all_of.length === 0 && item.stance === 'asserted';
}

function withTitle(item: ParsedItem, title: ParsedItem): ParsedItem {
  const concepts = title.all_of.flatMap(({ any_of }) => any_of.filter((thing) => thing.kind === 'concept'));
  return concepts.length === 0 ? item : { ...item, all_of: [{ any_of: concepts }] };
}

function toMatch(
  text: string,
  { verdict, coverage, credits, note, certainty }: Judged,
  index: ClaimIndex,
): RequirementMatch {
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
      ...(certainty === undefined ? {} : { certainty }),
      ...(note === undefined ? {} : { note }),
      evidence: used.map(({ evidence, atom }) => ({ ...evidence, atom_id: index.atoms[atom]?.atom_id ?? '' })),
    },
  };
}
