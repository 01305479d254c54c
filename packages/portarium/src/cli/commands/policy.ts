import { argument, onSwitch, textValue } from '@quadrivium/kernel/shell';
import type { PolicyView, SimulationView } from '../../answers/index.js';
import { shown } from '../session.js';
import type { Verb } from '../verb.js';
import { fileText } from './input-value.js';

const brief = ({ policyId, version, active, body, awaitsSecondPerson }: PolicyView) => ({
  policyId,
  version,
  active: awaitsSecondPerson ? 'when a second person applies it' : active,
  name: body.name,
  rules: body.rules.length,
});

export const policyCommands = (verb: Verb) => [
  verb({
    name: 'policy apply',
    description: 'Save a JSON or YAML policy',
    arguments: { file: argument('the policy; - reads standard input') },
    options: { activate: onSwitch('activate', 'and make it count at once') },
    async run({ rest, at }, { file, activate }) {
      const body = { source: await fileText(file), activate };
      return shown(await rest.send<PolicyView>('POST', at('policies'), { body }), brief);
    },
  }),
  verb({
    name: 'policy simulate',
    description: 'Which past calls it would have changed; writes nothing',
    arguments: { file: argument('the policy; - reads standard input') },
    options: { since: textValue('since', 'ISO time', 'time') },
    async run({ rest, at }, { file, since }) {
      const body = { source: await fileText(file), sinceIso: since };
      const report = await rest.send<SimulationView>('POST', `${at()}/policies:simulate`, { body });
      return shown(report, ({ considered, changes }) => ({ considered, changes }));
    },
  }),
  verb({
    name: 'policy list',
    description: 'All policies',
    async run({ rest, at }) {
      const list = await rest.send<{ items: PolicyView[] }>('GET', at('policies'));
      return shown(list, ({ items }) => items.map(brief));
    },
  }),
  verb({
    name: 'policy activate',
    description: 'Make one version count',
    arguments: { policy: argument('its id'), version: argument('which') },
    async run({ rest, at }, { policy, version }) {
      const body = { version: Number(version) };
      return shown(await rest.send<PolicyView>('POST', `${at('policies', policy)}:activate`, { body }), brief);
    },
  }),
  verb({
    name: 'policy deactivate',
    description: 'Take a policy out of use',
    arguments: { policy: argument('its id') },
    async run({ rest, at }, { policy }) {
      await rest.send('POST', `${at('policies', policy)}:deactivate`);
      return shown({ policyId: policy, active: false });
    },
  }),
];
