import * as z from 'zod';
import { WorkspaceView } from '../../answers/workspace.js';
import { setEnvironment } from '../../app/workspaces.js';
import { environments } from '../../domain/tier.js';
import { define } from '../define.js';

export const updateWorkspace = define({
  name: 'portarium_workspace_update',
  title: 'Change the environment',
  description: 'Say which environment this is',
  effect: 'write',
  needs: 'workspace:admin',
  input: { environment: z.enum(environments) },
  output: WorkspaceView,
  rest: { method: 'PATCH', path: '', tag: 'Workspace' },
  run: (deps, caller, { environment }) => setEnvironment(deps, caller, environment),
});
