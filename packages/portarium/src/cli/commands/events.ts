import { Command } from 'commander';
import type { CloudEvent } from '../../domain/event.js';
import type { Sessions } from '../session.js';

export function eventsCommand(sessions: Sessions): Command {
  const command = new Command('events').description('What happens, as CloudEvents');
  command
    .command('list')
    .description('Events so far')
    .option('--after <sequence>')
    .option('--limit <n>')
    .action(({ after, limit }: { after?: string; limit?: string }) =>
      sessions.with(async (session) => {
        const page = await session.rest.send<{ items: CloudEvent[] }>('GET', session.at('events'), {
          query: { after, limit },
        });
        session.show(page, ({ items }) =>
          items.map(({ sequence, time, type, subject }) => ({ sequence, time, type, subject })),
        );
      }),
    );
  command
    .command('tail')
    .description('Follow events until interrupted, one JSON object per line')
    .option('--after <sequence>', 'number of the last event seen, or latest for what comes next')
    .action(({ after }: { after?: string }) =>
      sessions.with(async (session) => {
        const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`;
        const path = `${session.at()}/events:stream${query}`;
        const { body } = await session.rest.open(path, { accept: 'text/event-stream' }, session.signal);
        const decoder = new TextDecoder();
        let rest = '';
        for await (const chunk of body ?? []) {
          const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) if (line.startsWith('data: ')) session.io.out(`${line.slice(6)}\n`);
        }
      }),
    );
  return command;
}
