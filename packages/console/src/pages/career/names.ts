import { career } from '../../wire/operations.js';

/** What people call things: nobody should have to read an id. */
export interface Names {
  opportunity(id: string): string;
  contact(id: string): string;
  /** Ids with what people call them, to choose from. */
  readonly opportunities: readonly (readonly [string, string])[];
  readonly contacts: readonly (readonly [string, string])[];
}

export async function loadNames(): Promise<Names> {
  const [{ opportunities }, { contacts }] = await Promise.all([
    career('list_opportunities', { limit: 1000 }),
    career('list_contacts', {}),
  ]);
  const roles = new Map(opportunities.map((one) => [one.opportunity_id, `${one.role_title}, ${one.company}`]));
  const people = new Map(contacts.map((one) => [one.contact_id, one.name]));
  return {
    opportunity: (id) => roles.get(id) ?? 'an opportunity that is no longer stored',
    contact: (id) => people.get(id) ?? 'somebody who is no longer stored',
    opportunities: [...roles],
    contacts: [...people],
  };
}
