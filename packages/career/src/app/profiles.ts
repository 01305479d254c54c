/** The people whose claims are kept here, and what is known of each. */
import type { Actor } from '@quadrivium/ledger';
import * as z from 'zod';
import { ownProfile } from '../domain/atom.js';
import { Profile } from '../domain/profile.js';
import type { StoredResume } from '../domain/resume.js';
import { sortedUnique } from '../domain/text.js';
import type { WorkWishes } from '../domain/work-wishes.js';
import { careerFault } from '../faults.js';
import { personIn } from '../ingest/resume/person.js';
import { deleteAtom } from './atoms.js';
import type { CareerApp } from './career-app.js';

export const ProfileView = z.object({
  profile: Profile,
  resumes: z.array(z.object({ resume_id: z.string(), source_name: z.string(), created_at: z.string() })),
  claims: z.object({ verified: z.int(), unverified: z.int() }),
  found: z
    .object({ name: z.string().optional(), email: z.string().optional(), phone: z.string().optional() })
    .describe('What the newest resume says at its head; it counts once a person has set it'),
});
type ProfileView = z.output<typeof ProfileView>;

export function profileView(app: CareerApp, profileId = ownProfile): ProfileView {
  const resumes = resumesOf(app, profileId);
  const atoms = app.store.atoms(profileId);
  const verified = atoms.filter((atom) => atom.verified).length;
  const newest = resumes.at(-1);
  return {
    profile: profileOf(app, profileId),
    resumes: resumes.map(({ resume_id, meta, created_at }) => ({
      resume_id,
      source_name: meta.source_name ?? '',
      created_at,
    })),
    claims: { verified, unverified: atoms.length - verified },
    found: newest === undefined ? {} : personIn(newest.resume_md),
  };
}

export function profileOf(app: CareerApp, profileId = ownProfile): Profile {
  return app.store.profile(profileId) ?? Profile.parse({ profile_id: profileId });
}

export function profileIds(app: CareerApp): string[] {
  const ofClaims = app.store.allAtoms().map(({ profile_id = ownProfile }) => profile_id);
  const ofResumes = app.store.resumes().map(({ profile_id = ownProfile }) => profile_id);
  return sortedUnique([ownProfile, ...ofClaims, ...ofResumes, ...app.store.profiles().map((one) => one.profile_id)]);
}

export type ProfileChange = { readonly [Part in keyof Profile]?: Profile[Part] | undefined } & {
  readonly take_back?: readonly (keyof WorkWishes)[] | undefined;
};

/** What is left out stays as it was. */
export function setProfile(
  app: CareerApp,
  { profile_id = ownProfile, take_back = [], ...change }: ProfileChange,
  actor: Actor,
): Profile {
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const before = Object.entries(profileOf(app, profile_id)).filter(
    ([field]) => !take_back.some((one) => one === field),
  );
  const profile = Profile.parse({ ...Object.fromEntries(before), ...said });
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  trace.recordWith(
    () => app.store.putProfile(profile),
    'ProfileSet',
    { profile_id, fields: [...Object.keys(said), ...take_back] },
    [profile_id],
  );
  return profile;
}

/** All that is kept of a person. What was decided or written for them rests on kept wordings, which stay by their hashes. */
export function deleteProfile(app: CareerApp, profileId: string, actor: Actor) {
  const [atoms, resumes] = [app.store.atoms(profileId), resumesOf(app, profileId)];
  if (atoms.length + resumes.length === 0 && app.store.profile(profileId) === undefined)
    throw careerFault('PROFILE_NOT_FOUND', `Nothing is kept of "${profileId}".`, {
      context: { profile_id: profileId },
      suggestion: 'list_profiles shows who there is.',
    });
  for (const { atom_id } of atoms) deleteAtom(app, atom_id, actor);
  const gone = { profile_id: profileId, claims: atoms.length, resumes: resumes.length };
  const remove = () => {
    for (const { resume_id } of resumes) app.store.removeResume(resume_id);
    app.store.removeProfile(profileId);
  };
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  trace.recordWith(remove, 'ProfileDeleted', gone, [profileId]);
  return gone;
}

function resumesOf(app: CareerApp, profileId: string): StoredResume[] {
  return app.store
    .resumes()
    .filter((resume) => (resume.profile_id ?? ownProfile) === profileId)
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
}
