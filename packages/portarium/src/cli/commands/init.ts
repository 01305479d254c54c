import { oneOf, textValue, withDefault } from '@quadrivium/kernel/shell';
import { environments } from '../../domain/tier.js';
import { shown } from '../command-context.js';
import { makeDatabase } from '../first-start.js';
import { portariumCommand } from '../global-flags.js';
import type { OpenPlane } from '../plane-settings.js';

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
      const named = name === undefined ? {} : { name };
      const { key, workflowId } = await makeDatabase(open, db, { workspaceId, admin, environment, ...named });
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
    },
  });
