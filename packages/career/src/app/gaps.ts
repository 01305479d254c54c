/** What postings ask for and claims do not show, gathered by what is meant: the wording of a posting does not matter. */
import * as z from 'zod';
import type { NamedThing, ParsedItem } from '../domain/parsed-item.js';
import { byteOrder, sortedUnique } from '../domain/text.js';
import { parseItem } from '../match/items/parse-item.js';
import type { RequirementMatch } from '../match/report.js';
import type { CareerApp } from './career-app.js';
import { reportStepsFor } from './explain.js';
import { partOf, type Steps } from './steps.js';
import { conceptUri, recommendedStrategy } from './strategies.js';
import { vocabularyBook } from './titles.js';

export const Gap = z.object({
  requirement: z.string().describe('The concept, or the words where there is none'),
  concepts: z.array(z.object({ concept: z.string(), uri: z.string().optional() })),
  wordings: z.array(z.string()).describe('How the postings say it'),
  asked_by: z.array(z.string()),
  nearest_atom_id: z.string().nullable(),
});
type Gap = z.output<typeof Gap>;

/** Most often asked first. */
export function* gapSummary(
  app: CareerApp,
  opportunityIds: readonly string[] | undefined,
  profileId?: string,
): Steps<{ opportunities: number; gaps: Gap[] }> {
  const ids = opportunityIds ?? app.store.opportunities().map((one) => one.opportunity_id);
  const atoms = app.store.atoms(profileId);
  const gaps = new Map<string, Gap>();
  for (const [done, id] of ids.entries()) {
    const steps = reportStepsFor(app, id, atoms, recommendedStrategy, profileId);
    const { requirement_matches } = yield* partOf(steps, done, ids.length);
    for (const match of requirement_matches) {
      if (!match.matched) for (const group of openGroups(match)) add(gaps, group, match, id);
    }
  }
  const sorted = [...gaps.values()].sort(
    (a, b) => b.asked_by.length - a.asked_by.length || byteOrder(a.requirement, b.requirement),
  );
  return { opportunities: ids.length, gaps: sorted };
}

function add(gaps: Map<string, Gap>, group: readonly NamedThing[], match: RequirementMatch, id: string): void {
  const name = group.length === 0 ? match.requirement_text : sortedUnique(group.map(nameOf)).join(' or ');
  const nearest_atom_id = match.explanation?.nearest_atom_id ?? null;
  const fresh = { requirement: name, concepts: conceptsOf(group), wordings: [], asked_by: [], nearest_atom_id };
  const gap: Gap = gaps.get(name.toLowerCase()) ?? fresh;
  gap.wordings = sortedUnique([...gap.wordings, match.requirement_text]);
  gap.asked_by = sortedUnique([...gap.asked_by, id]);
  gaps.set(name.toLowerCase(), gap);
}

function conceptsOf(group: readonly NamedThing[]): Gap['concepts'] {
  return group.flatMap((thing) => (thing.kind === 'concept' ? [{ concept: thing.concept, ...uriOf(thing) }] : []));
}

const uriOf = ({ uri }: { readonly uri?: string | undefined }) => (uri === undefined ? {} : { uri });

/** Groups of the requirement for which no claim gives enough; the whole requirement when only years are wanting. */
function openGroups({ requirement_text, explanation }: RequirementMatch): (readonly NamedThing[])[] {
  const item: ParsedItem = parseItem(requirement_text, {
    book: vocabularyBook(),
    uriOf: conceptUri,
    side: 'requirement',
  });
  if (item.stance !== 'asserted') return [];
  const given = (explanation?.evidence ?? [])
    .filter((one) => one.credit >= 0.8)
    .map((one) => one.requirement_span?.[0]);
  const open = item.all_of
    .map(({ any_of }) => any_of)
    .filter((group) => !group.some(({ span }) => given.includes(span[0])));
  return open.length === 0 ? [[]] : open;
}

function nameOf(thing: NamedThing): string {
  return thing.kind === 'concept' ? thing.concept : thing.words;
}
