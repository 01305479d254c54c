import { WorkspaceView } from '../../answers/workspace.js';
import { freeze } from '../../app/workspaces.js';
import { define } from '../define.js';
import { longText } from '../fields.js';

export const freezeWorkspace = define({
  name: 'portarium_workspace_freeze',
  title: 'Freeze the workspace',
  description: 'Dispatch nothing and start nothing until unfrozen',
  effect: 'write',
  needs: 'workspace:admin',
  input: { reason: longText },
  output: WorkspaceView,
  rest: { method: 'POST', path: ':freeze', tag: 'Workspace' },
  run: (deps, caller, { reason }) => freeze(deps, caller, reason),
});
