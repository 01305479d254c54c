import * as z from 'zod';
import { addContact } from '../../app/contacts.js';
import { Contact, relationshipStates } from '../../domain/contact.js';
import { actorOf } from '../actor.js';
import { operation } from '../operation.js';
import { newId } from '../shared-fields.js';

export const addContactOperation = operation({
  name: 'add_contact',
  title: 'Add or update a contact',
  description: 'A person to write to. do_not_contact forbids every Send from then on.',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    name: z.string().min(1).describe('Name of the person'),
    contact_id: newId.optional().describe('Generated when left out'),
    org: z.string().optional().describe('Where the person works'),
    identity_keys: z
      .array(z.string().min(1))
      .optional()
      .describe('Addresses and profiles that mean this person; no other contact may have them'),
    relationship_state: z
      .enum(relationshipStates)
      .optional()
      .describe('How well you know each other; do_not_contact stays until it is changed here'),
  }),
  output: Contact,
  run: (given, { app, identity }) => addContact(app, given, actorOf(identity)),
});
