import { argument, oneOf, onSwitch, textValue } from '@quadrivium/kernel/shell';
import type { ToolView } from '../../answers/index.js';
import { toolClasses } from '../../domain/policy.js';
import { invalidInput } from '../../faults.js';
import { shown } from '../session.js';
import type { Verb } from '../verb.js';

const brief = ({ server, tool, class: kind, effect, reviewed, reviewedByUserId, drift }: ToolView) => ({
  tool: `${server}/${tool}`,
  class: kind,
  effect,
  reviewed: reviewed ? `by ${reviewedByUserId}` : drift === undefined ? 'no' : 'no, it has changed',
});

export const toolsCommands = (verb: Verb) => [
  verb({
    name: 'tools list',
    description: 'Tools of other servers, and whether somebody has reviewed them',
    options: { unreviewed: onSwitch('unreviewed', 'only those that nobody has reviewed') },
    async run({ rest, at }, { unreviewed }) {
      const { items } = await rest.send<{ items: ToolView[] }>('GET', at('tools'));
      const wanted = unreviewed ? items.filter(({ reviewed }) => !reviewed) : items;
      return shown({ items: wanted }, (list) => list.items.map(brief));
    },
  }),
  verb({
    name: 'tools review',
    description: 'Accept a tool as its server offers it now; in production what is not reviewed needs approval',
    arguments: { tool: argument('as server/tool') },
    options: {
      class: oneOf('class', 'what kind of tool it is, when the name does not say', toolClasses),
      schemaHash: textValue('schema-hash', 'what was looked at; refused when the server offers something else', 'hash'),
    },
    async run({ rest, at }, { tool: name, class: kind, schemaHash }) {
      const [, server, tool] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
      if (tool === undefined) throw invalidInput(`"${name}" is not server/tool.`, { tool: ['is not server/tool'] });
      const body = { server, tool, class: kind, schemaHash };
      return shown(await rest.send<ToolView>('POST', `${at()}/tools:review`, { body }), brief);
    },
  }),
];
