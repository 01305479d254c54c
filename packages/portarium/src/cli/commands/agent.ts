import { argument, onSwitch, required, textValue } from '@quadrivium/kernel/shell';
import type { AgentView } from '../../answers/index.js';
import { shown } from '../session.js';
import type { Verb } from '../verb.js';

const brief = ({ agentId, machineId, displayName, liveness, lastHeartbeatAtIso, quarantineReason }: AgentView) => ({
  agentId,
  machineId,
  displayName,
  liveness,
  heartbeat: lastHeartbeatAtIso,
  quarantine: quarantineReason,
});

export const agentCommands = (verb: Verb) => [
  verb({
    name: 'agent list',
    description: 'All agents',
    async run({ rest, at }) {
      const list = await rest.send<{ items: AgentView[] }>('GET', at('agents'));
      return shown(list, ({ items }) => items.map(brief));
    },
  }),
  verb({
    name: 'agent quarantine',
    description: 'Offer it no more work until somebody has looked',
    arguments: { agent: argument('its id') },
    options: { reason: required(textValue('reason', 'why', 'text')) },
    async run({ rest, at }, { agent, reason }) {
      return shown(await rest.send<AgentView>('POST', at('agents', agent, 'quarantine'), { body: { reason } }), brief);
    },
  }),
  verb({
    name: 'agent review',
    description: 'End a quarantine',
    arguments: { agent: argument('its id') },
    options: { accept: onSwitch('accept', 'take over the capabilities it came back with') },
    async run({ rest, at }, { agent, accept }) {
      const path = `${at('agents', agent)}:review-drift`;
      return shown(await rest.send<AgentView>('POST', path, { body: { accept } }), brief);
    },
  }),
  verb({
    name: 'agent direct',
    description: 'Tell it something with its next heartbeat',
    arguments: { agent: argument('its id'), directive: argument('what to tell it') },
    async run({ rest, at }, { agent, directive }) {
      const path = at('agents', agent, 'directives');
      return shown(await rest.send<AgentView>('POST', path, { body: { directive } }), brief);
    },
  }),
];
