import { unfreeze } from '../../app/workspaces.js';
import { define } from '../define.js';
import { WorkspaceAnswer } from './answers.js';

export const unfreezeWorkspace = define({
  name: 'portarium_workspace_unfreeze',
  title: 'Unfreeze the workspace',
  description: 'Go on',
  effect: 'write',
  needs: 'workspace:admin',
  output: WorkspaceAnswer,
  rest: { method: 'POST', path: ':unfreeze', operationId: 'unfreezeWorkspace', tag: 'Workspace' },
  run: unfreeze,
});
