import * as z from 'zod';
import { PrincipalView } from '../../answers/workspace.js';
import { putPrincipal as put } from '../../app/workspaces.js';
import { principalKinds } from '../../domain/principal.js';
import { define } from '../define.js';
import { text } from '../fields.js';

export const putPrincipal = define({
  name: 'portarium_principal_put',
  title: 'Save a principal',
  description: 'Add or change a person, agent or service',
  effect: 'write',
  needs: 'workspace:admin',
  input: {
    principalId: text,
    kind: z.enum(principalKinds).default('user'),
    displayName: text.optional(),
    roles: z.array(text).max(20),
    onBehalfOf: text.optional(),
    active: z.boolean().optional(),
  },
  output: PrincipalView,
  rest: { method: 'POST', path: '/users', tag: 'Workspace' },
  run: put,
});
