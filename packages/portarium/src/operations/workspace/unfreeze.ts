import { WorkspaceView } from '../../answers/workspace.js';
import { unfreeze } from '../../app/workspaces.js';
import { define } from '../define.js';

export const unfreezeWorkspace = define({
  name: 'portarium_workspace_unfreeze',
  title: 'Unfreeze the workspace',
  description: 'Go on',
  effect: 'write',
  needs: 'workspace:admin',
  output: WorkspaceView,
  rest: { method: 'POST', path: ':unfreeze', tag: 'Workspace' },
  run: unfreeze,
});
