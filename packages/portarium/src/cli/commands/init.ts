import { Command, Option } from 'commander';
import { type Environment, environments } from '../../domain/tier.js';
import type { GlobalOptions } from '../open-session.js';
import type { OpenPlane } from '../plane-settings.js';
import { sampleWorkflow } from '../sample-workflow.js';
import type { Printer } from '../session.js';

interface InitFlags {
  readonly admin: string;
  readonly environment: Environment;
  readonly name?: string;
}

export function initCommand(options: () => GlobalOptions, open: OpenPlane, print: Printer): Command {
  return (
    new Command('init')
      .description('Create the database, a workspace, its administrator and a sample workflow; the key is shown once')
      .option('--admin <id>', 'name of the administrator', 'admin')
      // A word nobody knows would be an environment in which nothing asks.
      .addOption(new Option('--environment <name>', 'how strict it is').choices([...environments]).default('dev'))
      .option('--name <text>', 'name of the workspace')
      .action(async ({ admin, environment, name }: InitFlags) => {
        const { db, workspace: workspaceId } = options();
        const { plane, close } = await open({ db, engine: false, create: true });
        try {
          const made = await plane.initWorkspace({
            workspaceId,
            adminId: admin,
            environment,
            ...(name === undefined ? {} : { name }),
          });
          const { workflowId } = await plane.putWorkflow({ ...made.admin, via: 'cli' }, { source: sampleWorkflow });
          const result = { db, workspaceId, admin, environment, workflowId, key: made.secret };
          print.show(result, () =>
            [
              `database   ${db}`,
              `workspace  ${workspaceId} (${environment})`,
              `workflow   ${workflowId}`,
              '',
              `The key of ${admin}, shown this one time:`,
              made.secret,
              '',
              'Next: portarium serve',
            ].join('\n'),
          );
        } finally {
          await close();
        }
      })
  );
}
