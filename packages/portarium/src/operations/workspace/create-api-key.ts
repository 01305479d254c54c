import * as z from 'zod';
import { NewApiKey } from '../../answers/workspace.js';
import { createApiKey as create } from '../../app/people/api-keys.js';
import { permissions } from '../../domain/principal.js';
import { scopesAmong } from '../../domain/scope.js';
import { define } from '../define.js';
import { text } from '../fields.js';

export const createApiKey = define({
  name: 'portarium_key_create',
  title: 'Create a key',
  description: 'Create a key; its secret is in this answer and nowhere else',
  effect: 'write',
  needs: 'workspace:admin',
  input: {
    principalId: text,
    label: text.optional(),
    expiresInMs: z.int().positive().optional(),
    scopes: scopesAmong(permissions).optional(),
  },
  output: NewApiKey,
  reveals: ['secret'],
  rest: { method: 'POST', path: '/api-keys', tag: 'Workspace', status: 201 },
  cli: false,
  run: create,
});
