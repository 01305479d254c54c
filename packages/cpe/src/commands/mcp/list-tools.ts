import { argument, onSwitch } from '@quadrivium/kernel/shell';
import type { ServerConfig } from '../../config/schema.js';
import type { FilterStatistics } from '../../host/tool-host.js';
import type { ListedTool } from '../../host/tool-registry.js';
import type { CliCommand } from '../command.js';
import { frozen } from '../frozen-option.js';
import { withServer } from '../with-host.js';

export const listTools: CliCommand = {
  name: 'mcp list-tools',
  aliases: ['ls-tools'],
  description: 'List the tools of a server with their schemas',
  arguments: { server: argument('its name in the configuration') },
  options: {
    showAll: onSwitch('show-all', 'show all tools, also those that the filter leaves out'),
    showFiltered: onSwitch('show-filtered', 'show only the tools that the filter leaves out'),
    frozen,
  },

  async run(context) {
    const [name = ''] = context.args;
    const { showAll, showFiltered } = context.options;
    return withServer(context, name, {}, async (session, host) => {
      const { failure, filter } = session.status;
      if (failure !== undefined) throw failure;
      const left = new Set(session.filteredTools.map((tool) => tool.name));
      const chosen = [
        ...(showFiltered === true ? [] : session.tools),
        ...(showAll || showFiltered ? session.filteredTools : []),
      ];
      return {
        text: `${[heading(name, session.config, filter), ...chosen.map((tool) => section(tool, left))].join('\n')}`,
        value: { server: name, filter, tools: chosen.map((tool) => recordOf(tool, left)), warnings: host.warnings },
      };
    });
  },
};

function heading(name: string, { enabledTools, disabledTools }: ServerConfig, filter: FilterStatistics): string {
  const mode = filter.mode === 'all' ? 'all (no filter)' : filter.mode;
  return [
    `# Tools of ${name}`,
    '',
    `Filter mode: ${mode}`,
    ...(enabledTools === undefined ? [] : [`Enabled tools: ${enabledTools.join(', ')}`]),
    ...(disabledTools === undefined ? [] : [`Disabled tools: ${disabledTools.join(', ')}`]),
    `Total tools: ${filter.total}`,
    `Available tools: ${filter.available}`,
    `Filtered tools: ${filter.filtered}`,
    '',
  ].join('\n');
}

function section(tool: ListedTool, left: ReadonlySet<string>): string {
  return [
    `## ${tool.name}${left.has(tool.name) ? ' (filtered)' : ''}`,
    '',
    ...(tool.description === '' ? [] : [tool.description, '']),
    ...schemaLines('Input schema', tool.inputSchema),
    ...(tool.outputSchema === undefined ? [] : schemaLines('Output schema', tool.outputSchema)),
  ].join('\n');
}

function schemaLines(label: string, schema: object): string[] {
  return [`${label}:`, '', '```json', JSON.stringify(schema, null, 2), '```', ''];
}

function recordOf(tool: ListedTool, left: ReadonlySet<string>): object {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return { name, title, description, inputSchema, outputSchema, annotations, filtered: left.has(name) };
}
