import type { ExperienceAtom } from '../domain/atom.js';
import type { Opportunity } from '../domain/opportunity.js';
import type { Profile } from '../domain/profile.js';

/** What a document may be made from: one person's confirmed claims, their profile, and the posting. */
export interface DocumentFacts {
  readonly profile: Profile;
  readonly opportunity: Opportunity;
  /** Confirmed claims of this person by id. */
  readonly claims: ReadonlyMap<string, ExperienceAtom>;
}

/** The lines at the head of a document. */
export function headOf({ name, headline, email, phone, location, links }: Profile): {
  name: string;
  contact: string[];
} {
  const reach = [email, phone, location, ...links].filter((one) => one !== '').join(' · ');
  return { name, contact: [headline, reach].filter((one) => one !== '') };
}

/** What a letter says of the posting. */
export function subjectOf({ role_title, company }: Opportunity): string {
  return `${role_title}, ${company}`;
}
