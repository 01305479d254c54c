import { randomUUID } from 'node:crypto';
import { anyArguments, argument, onSwitch, textValue } from '@quadrivium/kernel/shell';
import type { Page, RunSummary, RunView, StartedRun } from '../../answers/index.js';
import { shown } from '../session.js';
import type { Verb } from '../verb.js';
import { inputValue } from './input-value.js';
import { brief, runText } from './run-text.js';
import { watchRun } from './watch-run.js';

export const runCommands = (verb: Verb) => [
  verb({
    name: 'run start',
    description: 'Start a run; input as JSON, as @file, or as name=value',
    arguments: { workflow: argument('its id'), input: anyArguments('what it works with') },
    options: {
      key: textValue('key', 'idempotency key; a repeated start with it gives the same run', 'text'),
      tier: textValue('tier', 'a stricter tier than that of the workflow', 'tier'),
      wait: onSwitch('wait', 'wait until the run has ended or needs a person'),
    },
    drives: ({ wait }) => wait,
    async run(session, { workflow, input, key, tier, wait }) {
      const run = await session.rest.send<StartedRun>('POST', session.at('runs'), {
        body: { workflowId: workflow, parameters: await inputValue(input), executionTier: tier },
        idempotencyKey: key ?? randomUUID(),
      });
      return wait ? watchRun(session, run.runId, { until: 'person' }) : shown(run, brief);
    },
  }),
  verb({
    name: 'run get',
    description: 'A run with its steps and the approvals that wait',
    arguments: { run: argument('its id') },
    run: async ({ rest, at }, { run }) => shown(await rest.send<RunView>('GET', at('runs', run)), runText),
  }),
  verb({
    name: 'run list',
    description: 'Runs, newest first',
    options: {
      status: textValue('status', 'only these', 'status'),
      workflow: textValue('workflow', 'only of this workflow', 'id'),
      limit: textValue('limit', 'at most so many', 'n'),
    },
    async run({ rest, at }, { status, workflow, limit }) {
      const query = { status, workflowId: workflow, limit };
      const page = await rest.send<Page<RunSummary>>('GET', at('runs'), { query });
      return shown(page, ({ items }) => items.map(brief));
    },
  }),
  verb({
    name: 'run cancel',
    description: 'Cancel an active run',
    arguments: { run: argument('its id') },
    options: { reason: textValue('reason', 'why', 'text') },
    async run({ rest, at }, { run, reason }) {
      const body = { rationale: reason };
      return shown(await rest.send<RunSummary>('POST', at('runs', run, 'cancel'), { body }), brief);
    },
  }),
  verb({
    name: 'run watch',
    description: 'Follow a run until it has ended',
    arguments: { run: argument('its id') },
    service: true,
    drives: () => true,
    run: (session, { run }) => watchRun(session, run, { until: 'end' }),
  }),
];
