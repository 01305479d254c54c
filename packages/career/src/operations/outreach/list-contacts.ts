import * as z from 'zod';
import { Contact } from '../../domain/contact.js';
import { operation } from '../operation.js';

export const listContactsOperation = operation({
  name: 'list_contacts',
  title: 'List contacts',
  description: 'All contacts, sorted by id.',
  effect: 'read',
  narrower: 'list_interactions with only_open names those who wait for something.',
  input: z.strictObject({}),
  output: z.object({ contacts: z.array(Contact) }),
  run: (_, { app }) => ({ contacts: app.store.contacts() }),
});
