import { Command, Option } from 'commander';
import type { Page, WorkItemView } from '../../app/views.js';
import type { Sessions } from '../session.js';
import { inputValue } from './input-value.js';

const brief = ({ workItemId, kind, title, status, ownerUserId, runId }: WorkItemView) => ({
  workItemId,
  kind,
  title,
  status,
  owner: ownerUserId,
  runId,
});

export function workItemCommand(sessions: Sessions): Command {
  const command = new Command('work-item').description('What people have to do or look at');
  command
    .command('list')
    .description('Work items')
    .option('--status <status>')
    .option('--run <id>')
    .action(({ status, run }: { status?: string; run?: string }) =>
      sessions.with(async (session) => {
        const query = { status, runId: run };
        const page = await session.rest.send<Page<WorkItemView>>('GET', session.at('work-items'), { query });
        session.show(page, ({ items }) => items.map(brief));
      }),
    );
  command
    .command('claim <item>')
    .description('Take a human task; the token completes it once')
    .action((id: string) =>
      sessions.with(async (session) =>
        session.show(await session.rest.send('POST', session.at('work-items', id, 'claim'))),
      ),
    );
  command
    .command('complete <item> [output...]')
    .description('Complete it, with output as JSON, @file or name=value')
    .addOption(new Option('--outcome <outcome>').choices(['succeeded', 'failed', 'cancelled']).default('succeeded'))
    .option('--token <text>', 'the token of the claim')
    .option('--notes <text>')
    .action((id: string, words: string[], { outcome, token, notes }: CompleteFlags) =>
      sessions.with(async (session) => {
        const body = { outcome, completionToken: token, notes, output: await inputValue(words) };
        const path = session.at('work-items', id, 'complete');
        session.show(await session.rest.send<WorkItemView>('POST', path, { body }), brief);
      }),
    );
  return command;
}

interface CompleteFlags {
  readonly outcome: string;
  readonly token?: string;
  readonly notes?: string;
}
