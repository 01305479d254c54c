/** Ways in: atoms, contacts and resumes. Each change and its evidence commit together. */
import { createHash } from 'node:crypto';
import type { Actor } from '@quadrivium/ledger';
import { type CallEntry, commitWith } from '../audit/call-entry.js';
import { ExperienceAtom, normalizeAtom } from '../domain/atom.js';
import { Contact } from '../domain/contact.js';
import type { StoredResume } from '../domain/resume.js';
import { careerFault, faultKind } from '../faults.js';
import { proposeAtoms } from '../ingest/propose-atoms.js';
import { readResume } from '../ingest/resume.js';
import { ConceptBook } from '../match/concepts.js';
import type { CareerApp } from './career-app.js';

export type NewAtom = { readonly [Part in keyof ExperienceAtom]?: ExperienceAtom[Part] | undefined } & {
  readonly claim: string;
};

export function addAtom(app: CareerApp, given: NewAtom, actor: Actor): ExperienceAtom {
  const atom = normalizeAtom(
    ExperienceAtom.parse({ ...given, atom_id: given.atom_id ?? app.surroundings.newId('atom') }),
  );
  if (app.store.atom(atom.atom_id)) {
    throw careerFault('ALREADY_EXISTS', `There is an atom "${atom.atom_id}" already; atoms are not rewritten.`, {
      suggestion: 'Add it under another id and leave the old one unverified.',
    });
  }
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  const payload = { atom_id: atom.atom_id, verified: atom.verified };
  trace.recordWith(() => app.store.putAtom(atom), 'AtomAdded', payload, [atom.atom_id]);
  return atom;
}

export function verifyAtom(
  app: CareerApp,
  atomId: string,
  verified: boolean,
  evidence: readonly string[],
  actor: Actor,
): ExperienceAtom {
  const known = requireAtom(app, atomId);
  const refs = [...new Set([...known.evidence_refs, ...evidence])];
  const atom = { ...known, verified, evidence_refs: refs };
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  trace.recordWith(() => app.store.putAtom(atom), 'AtomVerified', { atom_id: atomId, verified }, [atomId]);
  return atom;
}

export function requireAtom(app: CareerApp, atomId: string): ExperienceAtom {
  const atom = app.store.atom(atomId);
  if (atom) return atom;
  throw careerFault('ATOM_NOT_FOUND', `There is no atom "${atomId}".`, {
    suggestion: 'list_atoms shows what there is.',
  });
}

export type NewContact = { readonly name: string } & { readonly [Part in keyof Contact]?: Contact[Part] | undefined };

/** What is left out stays as it was: a person who must not be contacted is not forgotten by an update of the address. */
export async function addContact(app: CareerApp, given: NewContact, actor: Actor): Promise<Contact> {
  const contact_id = given.contact_id ?? app.surroundings.newId('contact');
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const contact = Contact.parse({ ...app.store.contact(contact_id), ...changed, contact_id });
  refuseSecondName(app, contact);
  const forbidden = contact.relationship_state === 'do_not_contact';
  // Forbidding comes first and allowing last, so that a crash in between errs on the side of silence.
  if (forbidden) await app.coordinator.setDoNotContact(contact_id, true);
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  const payload = { contact_id, relationship_state: contact.relationship_state };
  trace.recordWith(() => app.store.putContact(contact), 'ContactAdded', payload, [contact_id]);
  if (!forbidden) await app.coordinator.setDoNotContact(contact_id, false);
  return contact;
}

/** Rules about a person hold for a contact; the same person under a second id would slip through them. */
function refuseSecondName(app: CareerApp, { contact_id, identity_keys }: Contact): void {
  const keys = new Set(identity_keys.map(sameKey));
  if (keys.size === 0) return;
  const other = app.store
    .contacts()
    .find((one) => one.contact_id !== contact_id && one.identity_keys.some((key) => keys.has(sameKey(key))));
  if (other === undefined) return;
  throw careerFault('ALREADY_EXISTS', `Contact "${other.contact_id}" (${other.name}) is this very person.`, {
    context: { field: 'identity_keys', contact_id: other.contact_id },
    suggestion: `Use contact_id ${other.contact_id}, so that rules about this person keep holding.`,
  });
}

const sameKey = (key: string) =>
  key
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '');

export interface Ingested {
  readonly trace_id: string;
  readonly resume: StoredResume;
  readonly already_ingested: boolean;
}

export interface ResumeDocument {
  /** Its ending tells the format. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly traceId?: string | undefined;
  readonly actor: Actor;
  readonly call?: CallEntry | undefined;
}

export async function ingestResume(app: CareerApp, document: ResumeDocument): Promise<Ingested> {
  const { name, bytes, traceId, actor, call } = document;
  const trace = app.traceFor(traceId ?? app.surroundings.newId('trace'), actor);
  trace.record('IngestStarted', { source: 'app_service', operation: 'ingest_resume', name });
  const { markdown, method } = await readResume(name, bytes).catch((error: unknown) => {
    trace.record('IngestFailed', { code: faultKind(error) });
    throw error;
  });
  const resume_hash = sha256(markdown);
  const known = app.store.resumeByHash(resume_hash);
  const resume = known ?? {
    resume_id: app.surroundings.newId('resume'),
    resume_md: markdown,
    resume_hash,
    meta: { source_name: name, source_hash: sha256(bytes), extraction_method: method, ingestion_version: '1.0' },
    created_at: app.surroundings.now(),
  };
  const payload = {
    resume_id: resume.resume_id,
    resume_hash,
    source_hash: resume.meta.source_hash,
    persisted: known === undefined,
  };
  commitWith(app.store.database, call, () =>
    trace.recordWith(() => known ?? app.store.putResume(resume), 'IngestCompleted', payload, [resume.resume_id]),
  );
  return { trace_id: trace.id, resume, already_ingested: known !== undefined };
}

export function requireResume(app: CareerApp, resumeId: string): StoredResume {
  const resume = app.store.resume(resumeId);
  if (resume) return resume;
  throw careerFault('RESUME_NOT_FOUND', `There is no resume "${resumeId}".`, {
    suggestion: 'Bring it in with ingest_resume.',
  });
}

/** Stores proposals as unverified atoms that point at the lines they quote. */
export function proposeFromResume(app: CareerApp, resumeId: string, actor: Actor): ExperienceAtom[] {
  const resume = requireResume(app, resumeId);
  const proposals = proposeAtoms(resume.resume_md, new ConceptBook());
  return proposals.map(({ title, claim, tags, lines }) => {
    const atom_id = `atom-${sha256(`${resumeId}\n${lines.join('-')}\n${claim}`).slice(0, 16)}`;
    const known = app.store.atom(atom_id);
    const evidence_refs = [`resume:${resumeId}#L${lines[0]}-L${lines[1]}`];
    return known ?? addAtom(app, { atom_id, title, claim, tags: [...tags], verified: false, evidence_refs }, actor);
  });
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
