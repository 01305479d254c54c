/** Resumes and the claims that are read from them. */
import { createHash } from 'node:crypto';
import type { Actor } from '@quadrivium/ledger';
import { type CallEntry, commitWith } from '../audit/call-entry.js';
import { type ExperienceAtom, ownProfile } from '../domain/atom.js';
import type { StoredResume } from '../domain/resume.js';
import { careerFault, faultKind } from '../faults.js';
import { proposeAtoms } from '../ingest/propose-atoms.js';
import { readResume } from '../ingest/resume.js';

import { addAtom } from './atoms.js';
import type { CareerApp } from './career-app.js';
import { vocabularyBook } from './titles.js';

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
  readonly profileId?: string | undefined;
  readonly actor: Actor;
  readonly call?: CallEntry | undefined;
}

export async function ingestResume(app: CareerApp, document: ResumeDocument): Promise<Ingested> {
  const { name, traceId, actor, call } = document;
  const trace = app.traceFor(traceId ?? app.surroundings.newId('trace'), actor);
  trace.record('IngestStarted', { source: 'app_service', operation: 'ingest_resume', name });
  const { known, resume } = await readInto(app, document).catch((error: unknown) => {
    trace.record('IngestFailed', { code: faultKind(error) });
    throw error;
  });
  const { resume_id, resume_hash, meta } = resume;
  const payload = { resume_id, resume_hash, source_hash: meta.source_hash, persisted: known === undefined };
  commitWith(app.store.database, call, () =>
    trace.recordWith(() => known ?? app.store.putResume(resume), 'IngestCompleted', payload, [resume_id]),
  );
  return { trace_id: trace.id, resume, already_ingested: known !== undefined };
}

async function readInto(app: CareerApp, { name, bytes, profileId }: ResumeDocument) {
  const { markdown, method } = await readResume(name, bytes);
  const resume_hash = sha256(markdown);
  const known = app.store.resumeByHash(resume_hash);
  if (known) refuseOtherPerson(known, profileId);
  const resume: StoredResume = known ?? {
    resume_id: app.surroundings.newId('resume'),
    resume_md: markdown,
    resume_hash,
    meta: { source_name: name, source_hash: sha256(bytes), extraction_method: method, ingestion_version: '2.0' },
    created_at: app.surroundings.now(),
    ...(profileId === undefined || profileId === ownProfile ? {} : { profile_id: profileId }),
  };
  return { known, resume };
}

function refuseOtherPerson({ resume_id, profile_id = ownProfile }: StoredResume, wanted = ownProfile): void {
  if (profile_id === wanted) return;
  throw careerFault('ALREADY_EXISTS', `This resume is that of "${profile_id}" (${resume_id}).`, {
    context: { resume_id, profile_id },
    suggestion: 'A resume belongs to one person.',
  });
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
  const asOf = resume.created_at.slice(0, 'YYYY-MM'.length);
  const proposals = proposeAtoms(resume.resume_md, vocabularyBook(), asOf);
  return proposals.map(({ lines, span: [from, to], tags, ...said }) => {
    const atom_id = `atom-${sha256(`${resumeId}\n${lines.join('-')}\n${said.claim}`).slice(0, 16)}`;
    const known = app.store.atom(atom_id);
    const evidence_refs = [`resume:${resumeId}#L${lines[0]}-L${lines[1]}`];
    const source = { resume_id: resumeId, span: [from, to] as [number, number] };
    const { profile_id } = resume;
    return known ?? addAtom(app, { atom_id, ...said, tags: [...tags], evidence_refs, source, profile_id }, actor);
  });
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
