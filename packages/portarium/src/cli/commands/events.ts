import { textValue } from '@quadrivium/kernel/shell';
import type { CloudEvent } from '../../domain/event.js';
import { type Session, shown } from '../session.js';
import type { Verb } from '../verb.js';

export const eventsCommands = (verb: Verb) => [
  verb({
    name: 'events list',
    description: 'Events so far',
    options: {
      after: textValue('after', 'only those after this number', 'sequence'),
      limit: textValue('limit', 'at most so many', 'n'),
    },
    async run({ rest, at }, { after, limit }) {
      const page = await rest.send<{ items: CloudEvent[] }>('GET', at('events'), { query: { after, limit } });
      return shown(page, ({ items }) =>
        items.map(({ sequence, time, type, subject }) => ({ sequence, time, type, subject })),
      );
    },
  }),
  verb({
    name: 'events tail',
    description: 'Follow events until interrupted, one JSON object per line',
    options: {
      after: textValue('after', 'number of the last event seen, or latest for what comes next', 'sequence'),
    },
    service: true,
    async run(session, { after }) {
      await tail(session, after === undefined ? '' : `?${new URLSearchParams({ after })}`);
      return undefined;
    },
  }),
];

async function tail({ rest, at, io }: Session, query: string): Promise<void> {
  const { body } = await rest.open(`${at()}/events:stream${query}`, { accept: 'text/event-stream' }, io.signal);
  const decoder = new TextDecoder();
  let left = '';
  for await (const chunk of body ?? []) {
    const lines = (left + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
    left = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ') && !(await io.print(`${line.slice(6)}\n`))) return;
  }
}
