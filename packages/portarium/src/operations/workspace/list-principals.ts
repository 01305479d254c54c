import { listOf } from '../../answers/said.js';
import { PrincipalView } from '../../answers/workspace.js';
import { listPrincipals as list } from '../../app/workspaces.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listPrincipals = define({
  name: 'portarium_principal_list',
  title: 'List principals',
  description: 'People, agents and services of the workspace',
  effect: 'read',
  needs: 'agent:read',
  output: listOf(PrincipalView),
  rest: { method: 'GET', path: '/users', tag: 'Workspace' },
  run: (deps, caller) => items(list(deps, caller)),
});
