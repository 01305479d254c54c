import { whoAmI as who } from '../../app/workspaces.js';
import { define } from '../define.js';
import { CallerAnswer } from './answers.js';

export const whoAmI = define({
  name: 'portarium_who_am_i',
  title: 'Who is asking',
  effect: 'read',
  output: CallerAnswer,
  rest: {
    method: 'GET',
    path: '/me',
    operationId: 'whoAmI',
    summary: 'Who is asking, with roles and permissions',
    tag: 'Workspace',
  },
  run: who,
});
