/**
 * What a person has said in the profile of where they may work, as a claim: a posting that asks for the right to work is
 * answered by it, with words to point at. It is not kept among the claims, so no document shows it.
 */
import { type ExperienceAtom, ownProfile } from '../domain/atom.js';
import type { Opportunity } from '../domain/opportunity.js';
import type { PersonFacts } from '../domain/work-wishes.js';
import { asksForWorkRight, countryNamed, regionsIn } from '../match/items/papers.js';
import type { CareerApp } from './career-app.js';
import { profileOf } from './profiles.js';

const idOf = (profileId: string) => `profile:${profileId}:work_right`;

/** The claims with what the profile adds to them, for a posting that asks for it. */
export function withRight(
  atoms: readonly ExperienceAtom[],
  { requirements }: Opportunity,
  { work_rights }: PersonFacts,
  profileId: string = ownProfile,
): readonly ExperienceAtom[] {
  const claim = asksForRight(requirements) ? claimOf(work_rights, profileId) : undefined;
  if (claim === undefined) return atoms;
  const known = extended.get(atoms);
  if (known?.at(-1)?.claim === claim.claim) return known;
  const all = [...atoms, claim];
  extended.set(atoms, all);
  return all;
}

/** The same list for the same claims: what a strategy has read of them, it finds again by the list. */
const extended = new WeakMap<readonly ExperienceAtom[], readonly ExperienceAtom[]>();

export function asksForRight(requirements: Opportunity['requirements']): boolean {
  return requirements.some(({ text }) => asksForWorkRight(text));
}

/** The claim behind such an id, as the profile has it now. */
export function claimOfProfile(app: CareerApp, atomId: string): ExperienceAtom | undefined {
  const profileId = /^profile:(.+):work_right$/s.exec(atomId)?.[1];
  return profileId === undefined ? undefined : claimOf(profileOf(app, profileId).work_rights, profileId);
}

/** Countries that no posting can be held against are left out: a right without a country would answer for every one. */
function claimOf(rights: readonly string[] = [], profileId: string): ExperienceAtom | undefined {
  const countries = rights
    .flatMap((one) => [one.toUpperCase(), ...regionsIn(one)])
    .flatMap((one) => countryNamed(one) ?? []);
  if (countries.length === 0) return undefined;
  return {
    atom_id: idOf(profileId),
    domain: '',
    title: 'Conditions of work',
    claim: `Right to work in ${[...new Set(countries)].join(', ')}`,
    tags: [],
    verified: true,
    evidence_refs: [],
    ...(profileId === ownProfile ? {} : { profile_id: profileId }),
  };
}
