import { WorkspaceView } from '../../answers/workspace.js';
import { getWorkspace as read } from '../../app/workspaces.js';
import { define } from '../define.js';

export const getWorkspace = define({
  name: 'portarium_workspace_get',
  title: 'The workspace',
  description: 'The workspace',
  effect: 'read',
  output: WorkspaceView,
  rest: { method: 'GET', path: '', tag: 'Workspace' },
  run: read,
});
