import { anyArguments, argument, exitCodes, onSwitch } from '@quadrivium/kernel/shell';
import type { WorkflowView } from '../../answers/index.js';
import { shown } from '../session.js';
import type { Verb } from '../verb.js';
import { fileText, inputValue } from './input-value.js';

const brief = ({ workflowId, version, active, definition }: WorkflowView) => ({
  workflowId,
  version,
  active,
  name: definition.name,
  tier: definition.executionTier,
  steps: definition.actions.length,
});

export const workflowCommands = (verb: Verb) => [
  verb({
    name: 'workflow apply',
    description: 'Save a JSON or YAML definition; - reads standard input',
    arguments: { file: argument('the definition') },
    options: { inactive: onSwitch('inactive', 'save without making it the active version') },
    async run({ rest, at }, { file, inactive }) {
      const body = { source: await fileText(file), ...(inactive ? { activate: false } : {}) };
      return shown(await rest.send<WorkflowView>('POST', at('workflows'), { body }), brief);
    },
  }),
  verb({
    name: 'workflow validate',
    description: 'Check a definition without saving it',
    arguments: { file: argument('the definition') },
    async run({ rest, at }, { file }) {
      const body = { source: await fileText(file) };
      const report = await rest.send<{ valid: boolean }>('POST', `${at()}/workflows:validate`, { body });
      return { ...shown(report), exitCode: report.valid ? exitCodes.ok : exitCodes.refused };
    },
  }),
  verb({
    name: 'workflow dry-run',
    description: 'What a run would do first, without doing it',
    arguments: { workflow: argument('its id'), input: anyArguments('as for run start') },
    async run({ rest, at }, { workflow, input }) {
      const body = { parameters: await inputValue(input) };
      return shown(await rest.send('POST', `${at('workflows', workflow)}:dry-run`, { body }));
    },
  }),
  verb({
    name: 'workflow list',
    description: 'All workflows',
    async run({ rest, at }) {
      const list = await rest.send<{ items: WorkflowView[] }>('GET', at('workflows'));
      return shown(list, ({ items }) => items.map(brief));
    },
  }),
  verb({
    name: 'workflow get',
    description: 'One workflow with its definition',
    arguments: { workflow: argument('its id') },
    run: async ({ rest, at }, { workflow }) => shown(await rest.send('GET', at('workflows', workflow))),
  }),
];
