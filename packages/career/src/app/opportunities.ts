/** Opportunities and the postings they were read from. Nothing stored is overwritten without being asked to. */
import type { Actor } from '@quadrivium/ledger';
import type { Opportunity, Requirement } from '../domain/opportunity.js';
import { careerFault } from '../faults.js';
import type { ReadPosting } from '../ingest/posting/read-posting.js';
import { sha256Of } from '../store/hash.js';
import type { CareerApp } from './career-app.js';

export interface Added {
  readonly opportunity: Opportunity;
  /** It, or the same posting under another id, was there before. */
  readonly already_known: boolean;
}

/** The same one twice is stored once; another one under its id needs `replace`. */
export function addOpportunity(app: CareerApp, opportunity: Opportunity, actor: Actor, replace = false): Added {
  const { opportunity_id, requirements } = opportunity;
  const known = app.store.opportunity(opportunity_id);
  if (known && sha256Of(known) === sha256Of(opportunity)) return { opportunity: known, already_known: true };
  if (known && !replace) throw alreadyThere(known);
  const payload = {
    opportunity_id,
    requirements: requirements.length,
    ...(known ? { replaced_sha256: sha256Of(known) } : {}),
  };
  // What is replaced stays readable by its hash: decisions rest on it.
  const put = () => {
    if (known) app.store.kept.keepValue(known);
    app.store.putOpportunity(opportunity);
  };
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  trace.recordWith(put, known ? 'OpportunityReplaced' : 'OpportunityAdded', payload, [opportunity_id]);
  return { opportunity, already_known: false };
}

function alreadyThere({ opportunity_id, company, role_title }: Opportunity) {
  return careerFault(
    'ALREADY_EXISTS',
    `There is another opportunity "${opportunity_id}" (${role_title}, ${company}).`,
    {
      context: { opportunity_id },
      suggestion: 'Leave the id out to get a new one, or ask for replace.',
    },
  );
}

export interface PostingNames {
  readonly company?: string | undefined;
  readonly roleTitle?: string | undefined;
  readonly opportunityId?: string | undefined;
  readonly source?: string | undefined;
  readonly replace?: boolean | undefined;
}

export interface AddedPosting extends Added {
  readonly note?: string;
}

const notNamed = 'not named';
const nothingFound =
  'No requirements were found in the text. This does not mean there are none: paste the part that lists them.';

/** From what was read; each requirement keeps its span, the text is kept, and finding nothing is said aloud. */
export function addPosting(app: CareerApp, read: ReadPosting, names: PostingNames, actor: Actor): AddedPosting {
  const { company, role_title, ...facts } = read.facts;
  const posting_sha256 = sha256Of(read.text);
  const found = read.requirements;
  const note = found.length === 0 ? { note: nothingFound } : {};
  const twin = names.opportunityId === undefined ? twinOf(app, read, posting_sha256) : undefined;
  if (twin) return { opportunity: twin, already_known: true, ...note };
  const opportunity = {
    opportunity_id: names.opportunityId ?? `opp-${posting_sha256.slice(0, 12)}`,
    company: names.company ?? company ?? notNamed,
    role_title: names.roleTitle ?? role_title ?? notNamed,
    requirements: found.map(requirementOf),
    source: names.source ?? 'posting',
    ...facts,
    posting_sha256,
  };
  app.store.kept.keepValue(read.text);
  return { ...addOpportunity(app, opportunity, actor, names.replace), ...note };
}

function requirementOf({ text, required, span: [from, to] }: ReadPosting['requirements'][number]): Requirement {
  return { text, tags: [], required, span: [from, to] };
}

/** The same posting under another id: the same address, or the same text but for its blanks. */
function twinOf(app: CareerApp, { text, facts: { url }, requirements }: ReadPosting, sha256: string) {
  const [words, asked] = [wordsOf(text), askedOf(requirements)];
  return app.store.opportunities().find(
    (one) =>
      one.posting_sha256 === sha256 ||
      (url !== undefined && one.url === url) ||
      // Texts are long; only of those that ask for the same they are looked at.
      (askedOf(one.requirements) === asked && wordsOf(postingText(app, one) ?? '') === words),
  );
}

const wordsOf = (text: string) => text.trim().replaceAll(/\s+/g, ' ');
const askedOf = (requirements: readonly { readonly text: string }[]) =>
  requirements.map(({ text }) => wordsOf(text)).join('\n');

export function requireOpportunity(app: CareerApp, id: string): Opportunity {
  const stored = app.store.opportunity(id);
  if (stored) return stored;
  throw careerFault('OPPORTUNITY_NOT_FOUND', `There is no opportunity "${id}".`, {
    context: { opportunity_id: id },
    suggestion: 'Add it with add_opportunity, or pass the opportunity itself.',
  });
}

/** The text its requirements were read from, to which their spans point. */
export function postingText(app: CareerApp, { posting_sha256 }: Opportunity): string | undefined {
  return posting_sha256 === undefined ? undefined : (app.store.kept.value(posting_sha256) as string | undefined);
}
