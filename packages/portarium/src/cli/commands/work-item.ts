import { anyArguments, argument, oneOf, textValue, withDefault } from '@quadrivium/kernel/shell';
import type { Page, WorkItemView } from '../../answers/index.js';
import { shown } from '../session.js';
import type { Verb } from '../verb.js';
import { inputValue } from './input-value.js';

const brief = ({ workItemId, kind, title, status, ownerUserId, runId }: WorkItemView) => ({
  workItemId,
  kind,
  title,
  status,
  owner: ownerUserId,
  runId,
});

export const workItemCommands = (verb: Verb) => [
  verb({
    name: 'work-item list',
    description: 'Work items',
    options: { status: textValue('status', 'only these', 'status'), run: textValue('run', 'only of this run', 'id') },
    async run({ rest, at }, { status, run }) {
      const query = { status, runId: run };
      const page = await rest.send<Page<WorkItemView>>('GET', at('work-items'), { query });
      return shown(page, ({ items }) => items.map(brief));
    },
  }),
  verb({
    name: 'work-item claim',
    description: 'Take a human task; the token completes it once',
    arguments: { item: argument('its id') },
    run: async ({ rest, at }, { item }) => shown(await rest.send('POST', at('work-items', item, 'claim'))),
  }),
  verb({
    name: 'work-item complete',
    description: 'Complete it, with output as JSON, @file or name=value',
    arguments: { item: argument('its id'), output: anyArguments('what came of it') },
    options: {
      outcome: withDefault(oneOf('outcome', 'how it went', ['succeeded', 'failed', 'cancelled']), 'succeeded'),
      token: textValue('token', 'the token of the claim', 'text'),
      notes: textValue('notes', 'for whoever reads it', 'text'),
    },
    async run({ rest, at }, { item, output, outcome, token, notes }) {
      const body = { outcome, completionToken: token, notes, output: await inputValue(output) };
      return shown(await rest.send<WorkItemView>('POST', at('work-items', item, 'complete'), { body }), brief);
    },
  }),
];
