import { closestWord, isObject } from '@quadrivium/kernel/essentials';
import { anyArguments, onSwitch, plainText, textValue } from '@quadrivium/kernel/shell';

import { handlersWithoutModel } from '../../agent/server-requests/without-model.js';
import { cpeFault } from '../../faults.js';
import { parseArguments } from '../../host/argument-check.js';
import { argumentsFrom, isArgumentWord } from '../../host/argument-words.js';
import type { ConnectedHost } from '../../host/host.js';
import type { HostPart, HostResult, HostTool, JsonObject } from '../../host/tool-host.js';
import { personAt } from '../ask-person.js';
import type { CliWorld } from '../cli-world.js';
import { type CliCommand, type CommandContext, type Outcome, textOption } from '../command.js';
import { frozen, jsonArguments } from '../frozen-option.js';
import { ProgressBar } from '../progress-bar.js';
import { describedChoice, type ServerChoice, serverOptions } from '../server-choice.js';
import { showBinaries, textsOf } from '../show-parts.js';
import { questionerOn } from '../terminal-questions.js';
import { loadServers, withServer } from '../with-host.js';

export const callTool: CliCommand = {
  name: 'mcp call-tool',
  aliases: ['call'],
  description: 'Call a tool; its text goes to stdout, as it is unless that is a terminal',
  arguments: {
    words: anyArguments('server/tool, unless --tool names it, and its arguments as key=value or key:=JSON'),
  },
  options: {
    server: textValue('server', 'the server; or --url <address>, or -- <command and arguments>', 'name'),
    tool: textValue('tool', 'the tool', 'name'),
    args: jsonArguments('arguments as JSON, @file to read them from a file, - for stdin'),
    output: textValue('output', 'save images, audio and other binary content there', 'folder'),
    progress: onSwitch('progress', 'report progress also when stderr is not a terminal'),
    frozen,
    ...serverOptions,
  },

  async run(context) {
    const { world, options } = context;
    const { choice, name, words } = targetOf(context);
    const given = await readArguments(world, textOption(options, 'args') ?? '{}');
    const bar = new ProgressBar(world);
    const loaded = choice.loaded ?? loadServers(world, textOption(options, 'config'), { needed: [choice.name] });
    const asked = questionerOn(world, () => bar.end());
    const handlers = (server: string) => handlersWithoutModel(server, loaded, asked && personAt(asked));
    return withServer(context, { ...choice, loaded }, { handlers }, async (session, host) => {
      if (session.status.failure !== undefined) throw session.status.failure;
      if (!host.everyTool().some(isCalled(name))) await host.settle(choice.name);
      const tool = toolNamed(host, choice.name, name, session.filteredTools);
      const args = { ...given, ...argumentsFrom(words, tool.inputSchema) };
      const shown = options.progress === true || world.errIsTerminal;
      const result = await host.call(tool, args, {
        signal: world.signal,
        charLimit: Number.POSITIVE_INFINITY,
        ...(shown ? { onProgress: (progress) => bar.show(progress) } : {}),
      });
      bar.end();
      return outcomeOf(result, tool, world, textOption(options, 'output'));
    });
  },
};

/** Which tool of which server: by options, or as `server/tool`, the first word that is no argument. */
function targetOf(context: CommandContext) {
  const all = context.args.filter((word) => word !== undefined);
  const [first] = all;
  const target = first === undefined || isArgumentWord(first) ? undefined : first;
  const words = target === undefined ? all : all.slice(1);
  const stray = words.find((word) => !isArgumentWord(word));
  if (stray !== undefined) throw cpeFault('Usage', `${JSON.stringify(stray)} is no argument of the form key=value.`);
  const described = describedChoice(context);
  const server = described?.name ?? textOption(context.options, 'server');
  const tool = textOption(context.options, 'tool');
  const [, before, behind] = (server === undefined ? /^([^/]+)\/(.+)$/s.exec(target ?? '') : undefined) ?? [];
  const name = tool ?? behind ?? target;
  const owner = server ?? before ?? (tool === undefined ? undefined : target);
  if (name === undefined) throw needed('--tool <name> is needed: the tool.');
  if (owner === undefined) throw needed('--server <name> is needed: the server.');
  const choice: Pick<ServerChoice, 'name' | 'loaded'> = described ?? { name: owner };
  return { choice, name, words };
}

function needed(message: string): Error {
  return cpeFault('Usage', message, {
    suggestion: 'Or name both at once: cpe mcp call-tool <server>/<tool> key=value',
  });
}

async function readArguments(world: CliWorld, text: string): Promise<JsonObject> {
  const given = text === '-' ? await world.readStdin() : text.startsWith('@') ? fileText(world, text.slice(1)) : text;
  const suggestion = 'Give a JSON object: --args \'{"path": "a.txt"}\'';
  const parsed = parsedOr(given, (reason) => cpeFault('Usage', reason, { suggestion }));
  if (isObject(parsed)) return parsed;
  const shown = JSON.stringify(parsed).slice(0, 80);
  throw cpeFault('Usage', `The arguments must be a JSON object, not ${shown}.`, { suggestion });
}

function parsedOr(text: string, faultOf: (reason: string) => Error): unknown {
  try {
    return parseArguments(text);
  } catch (error) {
    throw faultOf((error as Error).message);
  }
}

function fileText(world: CliWorld, path: string): string {
  const text = world.readText(path);
  if (text === undefined) throw cpeFault('Usage', `The file ${path} with the arguments does not exist.`);
  return text;
}

function isCalled(name: string): (tool: HostTool) => boolean {
  return (tool) => tool.name === name || tool.providerName === name;
}

function toolNamed(host: ConnectedHost, server: string, name: string, left: readonly { name: string }[]): HostTool {
  const all = host.everyTool();
  // Some servers begin the names of their tools with their own: `cobre/run` is meant whole.
  const tool = all.find(isCalled(name)) ?? all.find(isCalled(`${server}/${name}`));
  if (tool !== undefined) return tool;
  const names = host.everyTool().map((each) => each.name);
  const hidden = left.some((each) => each.name === name);
  const meant = closestWord(name, names);
  throw cpeFault(
    'UnknownTool',
    `${server} ${hidden ? 'has' : 'offers no'} tool ${name}${hidden ? ', but the filter leaves it out' : ''}.`,
    {
      context: { server, tool: name },
      suggestion: meant === undefined ? `Its tools: ${shortList(names)}.` : `Did you mean ${meant}?`,
    },
  );
}

const MOST_NAMES = 40;

function shortList(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${names.slice(0, MOST_NAMES).join(', ') || 'none'}${more}`;
}

function outcomeOf(result: HostResult, tool: HostTool, world: CliWorld, folder: string | undefined): Outcome {
  const { structuredContent } = result;
  const said = result.content.filter((part) => !isNote(part));
  if (result.isError) throw toolFault(result, tool, said);
  const structured = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  const text = said.length > 0 ? said.flatMap(textsOf).join('\n') : structured;
  showBinaries(said, world, folder);
  for (const note of result.content.filter(isNote).flatMap(textsOf))
    if (note !== structured) world.err(`note: ${plainText(note)}\n`);
  const ending = world.outIsTerminal && !text.endsWith('\n') ? '\n' : '';
  const value = { server: tool.server, tool: tool.name, content: said, structuredContent };
  return { text: text + ending, value };
}

/** What the host adds about a result is not the result. */
function isNote(part: HostPart): boolean {
  return part.type === 'text' && part.note === true;
}

/** The fault as it came, with the words of the tool in full and what else it gave. */
function toolFault(
  { failure, structuredContent }: HostResult,
  { server, name }: HostTool,
  content: readonly HostPart[],
): Error {
  const context = { server, tool: name, content, structuredContent };
  if (failure?.kind === 'ResourceLink') {
    const said = [failure.message, ...content.slice(1).flatMap(textsOf)];
    const { suggestion } = failure;
    return cpeFault('ResourceLink', said.join('\n'), { context, ...(suggestion === undefined ? {} : { suggestion }) });
  }
  if (failure?.kind !== 'ToolFailed') return failure ?? new Error('An error result has its failure.');
  return cpeFault('ToolFailed', content.flatMap(textsOf).join('\n') || failure.message, { context });
}
