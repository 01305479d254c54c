import { Command } from 'commander';
import type { WorkflowView } from '../../app/views.js';
import { exitCodes } from '../exit-code.js';
import type { Sessions } from '../session.js';
import { fileText, inputValue } from './input-value.js';

const brief = ({ workflowId, version, active, definition }: WorkflowView) => ({
  workflowId,
  version,
  active,
  name: definition.name,
  tier: definition.executionTier,
  steps: definition.actions.length,
});

export function workflowCommand(sessions: Sessions): Command {
  const command = new Command('workflow').description('Save, check and try workflows');
  command
    .command('apply <file>')
    .description('Save a JSON or YAML definition; - reads standard input')
    .option('--inactive', 'save without making it the active version')
    .action((file: string, { inactive }: { inactive?: boolean }) =>
      sessions.with(async (session) => {
        const body = { source: await fileText(file), ...(inactive ? { activate: false } : {}) };
        session.show(await session.rest.send<WorkflowView>('POST', session.at('workflows'), { body }), brief);
      }),
    );
  command
    .command('validate <file>')
    .description('Check a definition without saving it')
    .action((file: string) =>
      sessions.with(async (session) => {
        const body = { source: await fileText(file) };
        const path = `${session.at()}/workflows:validate`;
        const report = await session.rest.send<{ valid: boolean }>('POST', path, { body });
        session.show(report);
        if (!report.valid) session.io.fail(exitCodes.caller);
      }),
    );
  command
    .command('dry-run <workflow> [input...]')
    .description('What a run would do first, without doing it')
    .action((workflowId: string, words: string[]) =>
      sessions.with(async (session) => {
        const body = { parameters: await inputValue(words) };
        session.show(await session.rest.send('POST', `${session.at('workflows', workflowId)}:dry-run`, { body }));
      }),
    );
  command
    .command('list')
    .description('All workflows')
    .action(() =>
      sessions.with(async (session) => {
        const list = await session.rest.send<{ items: WorkflowView[] }>('GET', session.at('workflows'));
        session.show(list, ({ items }) => items.map(brief));
      }),
    );
  command
    .command('get <workflow>')
    .description('One workflow with its definition')
    .action((workflowId: string) =>
      sessions.with(async (session) =>
        session.show(await session.rest.send('GET', session.at('workflows', workflowId))),
      ),
    );
  return command;
}
