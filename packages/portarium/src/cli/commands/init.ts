import { oneOf, textValue, withDefault } from '@quadrivium/kernel/shell';
import { environments } from '../../domain/tier.js';
import { createWorkflow } from '../../operations/workflows/create.js';
import { portariumCommand } from '../global-flags.js';
import { commandClient, createWorkspace } from '../open-session.js';
import type { OpenPlane } from '../plane-settings.js';
import { sampleWorkflow } from '../sample-workflow.js';
import { shown } from '../session.js';

export const initCommand = (open: OpenPlane) =>
  portariumCommand({
    name: 'init',
    description: 'Create the database, a workspace, its administrator and a sample workflow; the key is shown once',
    options: {
      admin: withDefault(textValue('admin', 'name of the administrator', 'id'), 'admin'),
      // A word nobody knows would be an environment in which nothing asks.
      environment: withDefault(oneOf('environment', 'how strict it is', environments), 'dev'),
      name: textValue('name', 'name of the workspace', 'text'),
    },
    async run(_, { db, workspace: workspaceId, admin, environment, name }) {
      const { plane, close } = await open({ db, engine: false, create: true });
      try {
        const named = name === undefined ? {} : { name };
        const key = await createWorkspace(plane, { workspaceId, adminId: admin, environment, ...named });
        const client = commandClient(plane, { principalId: admin, roles: 'stored' });
        const { workflowId } = await client.call(createWorkflow, { workspaceId, workflow: { source: sampleWorkflow } });
        return shown({ db, workspaceId, admin, environment, workflowId, key }, () =>
          [
            `database   ${db}`,
            `workspace  ${workspaceId} (${environment})`,
            `workflow   ${workflowId}`,
            '',
            `The key of ${admin}, shown this one time:`,
            key,
            '',
            'Next: portarium serve',
          ].join('\n'),
        );
      } finally {
        await close();
      }
    },
  });
