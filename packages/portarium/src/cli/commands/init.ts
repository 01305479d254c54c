import { oneOf, textValue, withDefault } from '@quadrivium/kernel/shell';
import { environments } from '../../domain/tier.js';
import { beginOnce } from '../beginning.js';
import { shown } from '../command-context.js';
import { makeWorkspace } from '../first-start.js';
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
      const make = (wasBrokenOff?: boolean) =>
        makeWorkspace(open, db, { workspaceId, admin, environment, ...named }, wasBrokenOff);
      const begun = await beginOnce(db, (text) => void process.stderr.write(text), make);
      const { key, workflowId } = begun ?? (await make());
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
