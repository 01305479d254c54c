import { career } from '../../wire/operations.js';
import { keeper, nameOf } from './person.js';

/** What people call things: nobody should have to read an id. */
export interface Names {
  opportunity(id: string): string;
  contact(id: string): string;
  /** Whose claims were held against a posting. */
  person(id: string | undefined): string;
  /** False while everything is of whoever keeps the database: then nobody needs to be told whose it is. */
  readonly hasSeveralPeople: boolean;
  /** Ids with what people call them, to choose from. */
  readonly opportunities: readonly (readonly [string, string])[];
  readonly contacts: readonly (readonly [string, string])[];
}

export async function loadNames(): Promise<Names> {
  const [{ opportunities }, { contacts }, { profiles }] = await Promise.all([
    career('list_opportunities', { limit: 1000 }),
    career('list_contacts', {}),
    career('list_profiles', {}),
  ]);
  const roles = new Map(opportunities.map((one) => [one.opportunity_id, `${one.role_title}, ${one.company}`]));
  const people = new Map(contacts.map((one) => [one.contact_id, one.name]));
  const persons = new Map(profiles.map((one) => [one.profile.profile_id, nameOf(one)]));
  return {
    opportunity: (id) => roles.get(id) ?? 'an opportunity that is no longer stored',
    contact: (id) => people.get(id) ?? 'somebody who is no longer stored',
    person: (id = keeper) => persons.get(id) ?? 'somebody who is no longer stored',
    hasSeveralPeople: profiles.length > 1,
    opportunities: [...roles],
    contacts: [...people],
  };
}
