import { listOf } from '../../answers/said.js';
import { ApiKeyView } from '../../answers/workspace.js';
import { listApiKeys as list } from '../../app/people/api-keys.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listApiKeys = define({
  name: 'portarium_key_list',
  title: 'List keys',
  description: 'Keys, without their secrets',
  effect: 'read',
  needs: 'workspace:admin',
  output: listOf(ApiKeyView),
  rest: { method: 'GET', path: '/api-keys', tag: 'Workspace' },
  run: (deps, caller) => items(list(deps, caller)),
});
