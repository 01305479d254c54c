import { oneOf, textValue, withDefault } from '@quadrivium/kernel/shell';
import { environments } from '../../domain/tier.js';
import { beginOnce, type Mark } from '../beginning.js';
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
    async run(_, { db, workspace, admin: wantedAdmin, environment: wantedEnvironment, name }) {
      const named = name === undefined ? {} : { name };
      const wanted = { workspaceId: workspace, admin: wantedAdmin, environment: wantedEnvironment, ...named };
      const make = (mark?: Mark) => makeWorkspace(open, db, wanted, mark);
      const say = (text: string) => void process.stderr.write(text);
      const made = (await beginOnce(db, { say }, make)) ?? (await make());
      const { workspaceId, admin, environment, workflowId, key } = made;
      if (workspaceId !== workspace || admin !== wantedAdmin || environment !== wantedEnvironment)
        say(`The making of ${db} had been broken off, so it was finished as it had begun.\n`);
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
