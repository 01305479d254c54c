import * as z from 'zod';
import { PrincipalView } from '../../answers/workspace.js';
import { putPrincipal as put } from '../../app/workspaces.js';
import { principalKinds, roles } from '../../domain/principal.js';
import { define } from '../define.js';
import { text } from '../fields.js';

export const putPrincipal = define({
  name: 'portarium_principal_put',
  title: 'Save a principal',
  description: 'Add or change a person, agent or service',
  effect: 'write',
  needs: 'workspace:admin',
  input: {
    principalId: text.meta({ title: 'Name', description: 'What they are called in records and commands, such as bob' }),
    kind: z.enum(principalKinds).default('user').meta({ title: 'Kind' }),
    displayName: text.optional().meta({ title: 'Name in full' }),
    roles: z
      .array(text)
      .max(20)
      .describe(`They replace those that were: ${roles.join(', ')}, or roles of your own that policies name`),
    onBehalfOf: text.optional().meta({ title: 'Acts for', description: 'The person behind an agent or a service' }),
    active: z.boolean().optional(),
  },
  output: PrincipalView,
  rest: { method: 'POST', path: '/users', tag: 'Workspace' },
  run: put,
});
