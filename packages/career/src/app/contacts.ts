/** People to write to. Each change and its evidence commit together. */
import type { Actor } from '@quadrivium/ledger';
import { Contact } from '../domain/contact.js';
import { careerFault } from '../faults.js';
import type { CareerApp } from './career-app.js';

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
