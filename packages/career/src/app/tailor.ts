/** CVs and letters out of confirmed claims. What nothing vouches for is refused, whoever worded it. */
import type { Actor } from '@quadrivium/ledger';
import { type CallEntry, commitWith } from '../audit/call-entry.js';
import { ownProfile } from '../domain/atom.js';
import { careerFault } from '../faults.js';
import { sha256Of } from '../store/hash.js';
import { type Answers, curriculum, letter, type Material, type Sentence } from '../tailor/assemble.js';
import { refusedSentences } from '../tailor/check.js';
import type { DocumentFormat, DocumentLanguage, TailoredDocument } from '../tailor/document.js';
import type { DocumentFacts } from '../tailor/facts.js';
import { bytesSha256, manifestOf } from '../tailor/manifest.js';
import { rendererOf } from '../tailor/render/index.js';
import { unsupported } from '../tailor/support.js';
import type { CareerApp } from './career-app.js';
import { reportStepsFor } from './explain.js';
import { requireOpportunity } from './opportunities.js';
import { profileOf } from './profiles.js';
import { inTurns, type Pace } from './steps.js';
import { recommendedStrategy } from './strategies.js';

export interface TailorRequest {
  readonly opportunityId: string;
  readonly kind: TailoredDocument['kind'];
  readonly formats: readonly DocumentFormat[];
  readonly language: DocumentLanguage;
  readonly profileId?: string | undefined;
  /** How somebody would say it; the claims it says stand beside it. */
  readonly wording?: readonly ProposedSentence[] | undefined;
  readonly actor: Actor;
  readonly call?: CallEntry | undefined;
}

export interface ProposedSentence {
  readonly text: string;
  readonly atom_ids: readonly string[];
}

export interface DocumentFile {
  readonly format: DocumentFormat;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

export interface Tailored {
  readonly document: TailoredDocument;
  readonly files: readonly DocumentFile[];
}

export async function tailor(app: CareerApp, request: TailorRequest, pace: Pace = {}): Promise<Tailored> {
  const document = await documentFor(app, request, pace);
  const manifest = manifestOf(document);
  const files: (DocumentFile & { text_sha256: string })[] = [];
  for (const format of request.formats) {
    const { ending, render, read } = rendererOf(format);
    const bytes = await render(inOneLineEach(document), manifest);
    const { text } = await read(bytes);
    const name = `${document.kind}-${document.document_id}.${ending}`;
    files.push({ format, name, sha256: bytesSha256(bytes), bytes, text_sha256: sha256Of(text) });
  }
  const trace = app.traceFor(app.surroundings.newId('trace'), request.actor);
  const payload = {
    document_id: document.document_id,
    document_sha256: manifest.document_sha256,
    manifest_sha256: sha256Of(manifest),
    files: files.map(({ format, sha256, text_sha256 }) => ({ format, sha256, text_sha256 })),
  };
  const keep = () => {
    app.store.kept.keepValue(document);
    for (const { format, bytes, name } of files) app.store.documents.put(document, { format, name, bytes });
  };
  commitWith(app.store.database, request.call, () =>
    trace.recordWith(keep, 'DocumentTailored', payload, [document.document_id, document.opportunity_id]),
  );
  return { document, files };
}

/** A line break in what somebody wrote must not begin a heading, a point or a paragraph of the file. */
function inOneLineEach(document: TailoredDocument): TailoredDocument {
  const inOneLine = (text: string) => text.replace(/\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g, ' ');
  return { ...document, blocks: document.blocks.map((block) => ({ ...block, text: inOneLine(block.text) })) };
}

/** Assembled and checked; nothing of it is stored yet. */
async function documentFor(app: CareerApp, request: TailorRequest, pace: Pace): Promise<TailoredDocument> {
  const { kind, language, opportunityId, profileId = ownProfile } = request;
  const facts = factsFor(app, opportunityId, profileId);
  const sentences = sentencesFrom(facts, request.wording ?? []);
  const answers = await answersOf(app, opportunityId, profileId, pace);
  const material: Material = { facts, language, sentences, answers };
  if (kind === 'letter') requireAnswers(material.answers, opportunityId);
  const document: TailoredDocument = {
    document_id: app.surroundings.newId('doc'),
    kind,
    language,
    opportunity_id: opportunityId,
    profile_id: profileId,
    made_at: app.surroundings.now(),
    blocks: kind === 'cv' ? curriculum(material) : letter(material),
  };
  const refused = refusedSentences(document, facts);
  if (refused.length > 0) throw sentencesRefused(refused);
  return document;
}

function factsFor(app: CareerApp, opportunityId: string, profileId: string): DocumentFacts {
  const opportunity = requireOpportunity(app, opportunityId);
  const confirmed = app.store.atoms(profileId).filter((atom) => atom.verified);
  if (confirmed.length === 0) {
    throw careerFault('NOTHING_CONFIRMED', 'No claim of this person is confirmed; a document would be empty.', {
      context: { profile_id: profileId },
      suggestion: 'Look through list_atoms and confirm what is true with verify_atoms.',
    });
  }
  return {
    opportunity,
    profile: profileOf(app, profileId),
    claims: new Map(confirmed.map((one) => [one.atom_id, one])),
  };
}

/** Every confirmed claim in its own words, except where a wording was proposed for it. */
function sentencesFrom({ claims }: DocumentFacts, wording: readonly ProposedSentence[]): Sentence[] {
  const proposed = wording.map(({ text, atom_ids }) => ({ text, atoms: atomsNamed(claims, text, atom_ids) }));
  // Each of them, also one that would find no place in the document: who proposed it learns of it.
  const refused = proposed.flatMap(({ text, atoms }) => {
    const reason = unsupported(text, atoms);
    return reason === undefined ? [] : [{ sentence: text, reason }];
  });
  if (refused.length > 0) throw sentencesRefused(refused);
  const worded = new Set(wording.flatMap((one) => one.atom_ids));
  const quoted = [...claims.values()].filter(({ atom_id }) => !worded.has(atom_id));
  return [...proposed, ...quoted.map((atom): Sentence => ({ text: atom.claim, atoms: [atom] }))];
}

function atomsNamed(claims: DocumentFacts['claims'], text: string, ids: readonly string[]): Sentence['atoms'] {
  const unknown = ids.find((id) => !claims.has(id));
  const atoms = ids.flatMap((id) => claims.get(id) ?? []);
  const [first, ...more] = atoms;
  if (unknown === undefined && first !== undefined) return [first, ...more];
  const reason = unknown === undefined ? 'it names no claim' : `"${unknown}" is no confirmed claim of this person`;
  throw sentencesRefused([{ sentence: text, reason }]);
}

/** The claims that a match found for each requirement of the posting. */
async function answersOf(app: CareerApp, opportunityId: string, profileId: string, pace: Pace): Promise<Answers> {
  const atoms = app.store.atoms(profileId);
  const report = await inTurns(reportStepsFor(app, opportunityId, atoms, recommendedStrategy, profileId), pace);
  return report.requirement_matches
    .filter(({ matched }) => matched)
    .map(({ requirement_text, contributing_atom_id, explanation }) => ({
      requirement: requirement_text,
      atomIds: [
        ...new Set([contributing_atom_id, ...(explanation?.evidence ?? []).map(({ atom_id }) => atom_id)]),
      ].flatMap((id) => id || []),
    }));
}

function requireAnswers(answers: Answers, opportunityId: string): void {
  if (answers.length > 0) return;
  throw careerFault(
    'NOTHING_CONFIRMED',
    'No confirmed claim answers anything this posting asks for; a letter would be empty.',
    {
      context: { opportunity_id: opportunityId },
      suggestion: 'See explain_match for what is missing.',
    },
  );
}

function sentencesRefused(refused: readonly { sentence: string; reason: string }[]) {
  const said = refused.map(({ sentence, reason }) => `"${sentence}": ${reason}`);
  return careerFault('SENTENCE_REFUSED', `Nothing vouches for this: ${said.slice(0, 3).join('; ')}.`, {
    context: { sentences: refused.slice(0, 50).map((one) => ({ ...one })) },
    suggestion: 'Say it in the words of the claims it names, or have a person confirm a claim that says it.',
  });
}
