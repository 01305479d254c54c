import { argument, plainText } from '@quadrivium/kernel/shell';
import { parsePlan, planText } from '../agent/preview/plan-file.js';
import { cpeFault } from '../faults.js';
import type { HostTool, ToolHost } from '../host/tool-host.js';
import type { CliCommand, CommandContext } from './command.js';
import { frozen } from './frozen-option.js';
import { withHost } from './with-host.js';

/** `cpe apply`: makes the calls that a preview listed, in order. Running it is the approval. */
export const apply: CliCommand = {
  name: 'apply',
  description: 'Make the calls that cpe --preview listed',
  arguments: { file: argument('the list; what is not approved can be taken out of it') },
  options: { frozen },
  async run(context) {
    const { effects } = planOf(context);
    context.world.err(plainText(planText(effects)));
    const servers = [...new Set(effects.map(({ server }) => server))];
    if (effects.length === 0) return { text: 'Nothing to do.\n', value: { done: 0 } };
    return withHost(context, { only: servers }, async (host) => {
      const tools = effects.map(({ server, tool }) => operationOf(host, server, tool));
      for (const [index, tool] of tools.entries()) {
        const { isError, failure } = await host.call(tool, effects[index]?.arguments, { signal: context.world.signal });
        if (isError) throw failedAt(index, effects.length, tool, failure?.message ?? '');
        context.world.err(`${index + 1}. done\n`);
      }
      return { text: `${effects.length} calls made.\n`, value: { done: effects.length } };
    });
  },
};

function planOf({ args: [path = ''], world }: CommandContext) {
  const text = world.readText(path);
  if (text === undefined) throw cpeFault('Usage', `There is no file ${path}.`);
  return parsePlan(text, path);
}

function operationOf(host: ToolHost, server: string, name: string): HostTool {
  const tool = host.everyTool().find((each) => each.server === server && each.name === name);
  if (tool === undefined)
    throw cpeFault('UnknownTool', `${server} offers no tool ${name}; nothing was called.`, {
      context: { server, tool: name },
    });
  return tool;
}

function failedAt(index: number, total: number, { server, name }: HostTool, reason: string): Error {
  return cpeFault('ToolFailed', `Call ${index + 1} of ${total}, ${server}/${name}, failed: ${reason}`, {
    context: { server, tool: name },
    suggestion:
      index === 0
        ? 'Nothing was done.'
        : `The first ${index} were made; take them out of the list before trying again.`,
  });
}
