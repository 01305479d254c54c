import { firstSentence, signatureOf } from '@quadrivium/codemode/declarations';
import { onSwitch, optionalArgument } from '@quadrivium/kernel/shell';
import type { ServerConfig } from '../../config/schema.js';
import type { ServerSession } from '../../host/server-session.js';
import type { FilterStatistics } from '../../host/tool-host.js';
import type { ListedTool } from '../../host/tool-registry.js';
import type { CliCommand, CommandContext, CommandOptions, Outcome } from '../command.js';
import { frozen, refresh } from '../frozen-option.js';
import { chosenServer, describedServer, SERVER_HELP, serverOptions } from '../server-choice.js';
import { withHost, withServer } from '../with-host.js';

export const listTools: CliCommand = {
  name: 'mcp list-tools',
  aliases: ['ls-tools'],
  description: 'List the tools of a server with their schemas, or of all servers; -q gives a line for each',
  arguments: { server: optionalArgument(`${SERVER_HELP}; all configured servers when left out`) },
  options: {
    showAll: onSwitch('show-all', 'show all tools, also those that the filter leaves out'),
    showFiltered: onSwitch('show-filtered', 'show only the tools that the filter leaves out'),
    frozen,
    refresh,
    ...serverOptions,
  },

  async run(context) {
    if (context.args[0] === undefined && describedServer(context) === undefined) return ofAll(context);
    const choice = chosenServer(context);
    return withServer(context, choice, {}, async (session, host) => {
      if (session.status.failure !== undefined) throw session.status.failure;
      const listed = listingOf(session, context.options);
      return { ...listed, value: { ...listed.value, warnings: host.warnings } };
    });
  },
};

/** Servers that cannot be asked are warnings, told beside the list. */
function ofAll(context: CommandContext): Promise<Outcome> {
  return withHost(context, { keepGoing: true }, async (host) => {
    const servers = host.servers().filter(({ state }) => state === 'ready');
    const listed = servers.flatMap(({ name }) => listingOf(host.session(name) as ServerSession, context.options));
    return {
      text: listed.map(({ text }) => text).join('\n'),
      short: listed.map(({ short }) => short).join(''),
      value: { servers: listed.map(({ value }) => value), warnings: host.warnings },
    };
  });
}

function listingOf(session: ServerSession, options: CommandOptions) {
  const { name, config, tools, filteredTools, status, rememberedAt } = session;
  const { showAll, showFiltered } = options;
  const left = new Set(filteredTools.map((tool) => tool.name));
  const chosen = [...(showFiltered === true ? [] : tools), ...(showAll || showFiltered ? filteredTools : [])];
  return {
    text: [heading(name, config, status.filter, rememberedAt), ...chosen.map((tool) => section(tool, left))].join('\n'),
    short: chosen.map(shortLine).join(''),
    value: {
      server: name,
      filter: status.filter,
      ...(rememberedAt === undefined ? {} : { rememberedAt }),
      tools: chosen.map((tool) => recordOf(tool, left)),
    },
  };
}

/** As a program would call it. */
function shortLine(tool: ListedTool): string {
  const sentence = firstSentence(tool.description);
  const about = sentence === '' ? '' : `  ${sentence}`;
  return `${tool.server}/${signatureOf({ name: tool.name, tool })}${about}\n`;
}

function heading(
  name: string,
  { enabledTools, disabledTools }: ServerConfig,
  filter: FilterStatistics,
  rememberedAt: string | undefined,
): string {
  const mode = filter.mode === 'all' ? 'all (no filter)' : filter.mode;
  return [
    `# Tools of ${name}`,
    '',
    ...(rememberedAt === undefined ? [] : [`As remembered since ${rememberedAt}; --refresh asks the server.`]),
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
