import { CallerView } from '../../answers/workspace.js';
import { whoAmI as who } from '../../app/workspaces.js';
import { define } from '../define.js';

export const whoAmI = define({
  name: 'portarium_who_am_i',
  title: 'Who is asking',
  description: 'Who is asking, with roles and permissions',
  effect: 'read',
  output: CallerView,
  rest: { method: 'GET', path: '/me', tag: 'Workspace' },
  cli: { verb: 'whoami' },
  run: who,
});
