/** Whose claims the pages show: whoever keeps the database, or somebody they help. Chosen once for this tab. */
import { signal } from '@preact/signals';
import type { CareerAnswers } from '@quadrivium/career/answers';
import { career } from '../../wire/operations.js';

export type KnownPerson = CareerAnswers['list_profiles']['profiles'][number];

export const keeper = 'me';
const place = 'quadrivium.career.person';

/** Read by every question a page asks, so that a page never mixes two people. */
export const chosenPerson = signal(globalThis.sessionStorage?.getItem(place) ?? keeper);

export function choosePerson(id: string): void {
  sessionStorage.setItem(place, id);
  chosenPerson.value = id;
}

/** What a tool is told: nothing for the keeper, as at the command line. Taken before anything is waited for. */
export function ofPerson(id: string = chosenPerson.value): { profile_id?: string } {
  return id === keeper ? {} : { profile_id: id };
}

/** A name that a person has set, else what their resume says. */
export function nameOf({ profile, found }: KnownPerson): string {
  return profile.name || found.name || (profile.profile_id === keeper ? 'You' : profile.profile_id);
}

/** Two people may share a name, never an id. */
export async function addPerson(name: string): Promise<string> {
  const { profiles } = await career('list_profiles', {});
  const taken = new Set(profiles.map(({ profile }) => profile.profile_id));
  const base = idOf(name);
  let id = base;
  for (let next = 2; taken.has(id); next += 1) id = `${base}-${next}`;
  await career('set_profile', { profile_id: id, name });
  return id;
}

function idOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (letters ?? ['person']).join('-').slice(0, 80);
}
