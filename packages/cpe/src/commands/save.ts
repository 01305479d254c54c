import { join } from 'node:path';
import { catalogOf, declareTools, identifierOf, toolsText } from '@quadrivium/codemode/declarations';
import { argument, optionalArgument, textValue } from '@quadrivium/kernel/shell';
import { type AgentWorld, machineWorld } from '../agent/agent-world.js';
import { CONVERSATION_FILE, ConversationStore } from '../agent/conversation/conversation-store.js';
import type { Message } from '../agent/dialog.js';
import { inputsOf } from '../agent/programs/program-inputs.js';
import { keepProgram } from '../agent/programs/program-library.js';
import { cpeFault } from '../faults.js';
import { lockOf } from '../host/lockfile.js';
import type { HostTool } from '../host/tool-host.js';
import { type CliCommand, type CommandContext, textOption } from './command.js';
import { keepGoing } from './frozen-option.js';
import { commandProgramMode } from './program-mode.js';
import { serversOf } from './run.js';
import { withHost } from './with-host.js';

/** `cpe save`: a program that went well becomes one that can be run again, by name. */
export const save: CliCommand = {
  name: 'save',
  description: 'Keep a program with its types, lock and inputs, to run it again with cpe run NAME',
  arguments: {
    name: argument('how it is called from now on'),
    file: optionalArgument('the program; otherwise the latest of the conversation that went well; - is standard input'),
  },
  options: {
    description: textValue('description', 'what it is for, in words for a model', 'text'),
    keepGoing,
  },
  async run(context) {
    const { world, args, options } = context;
    const [name = ''] = args;
    const code = await programOf(context);
    const inputs = Object.keys(inputsOf(code));
    const description = textOption(options, 'description') ?? firstComment(code) ?? `The program ${name}.`;
    return withHost(context, { ...serversOf(context, code), ask: true }, async (host, { config }) => {
      const mode = await commandProgramMode(host, config, context);
      const problem = await mode.check(code, world.signal);
      if (problem !== undefined) throw cpeFault('ProgramFailed', `${problem}\nNothing was saved.`);
      const used = toolsNamedIn(code, host.everyTool());
      const types = `${toolsText(declareTools(catalogOf(used)))}\n`;
      const savedAt = machineWorld(world).now().toISOString();
      const folder = await keepProgram(world.cwd, { name, description, code, types, savedAt, lock: lockOf(used) });
      const tools = used.map((tool) => `${tool.server}/${tool.name}`);
      const words = inputs.map((key) => ` ${key}=…`).join('');
      return {
        text: `saved in ${folder}; cpe run ${name}${words}\n`,
        value: { name, folder, inputs, tools, description },
      };
    });
  },
};

async function programOf({ args: [, file], world }: CommandContext): Promise<string> {
  if (file === '-') return world.readStdin();
  const text = file === undefined ? latestProgram(machineWorld(world)) : world.readText(file);
  if (text !== undefined) return text;
  throw cpeFault(
    'Usage',
    file === undefined ? 'No program of this conversation went well.' : `There is no file ${file}.`,
  );
}

/** Of the latest conversation in the folder. */
function latestProgram(world: AgentWorld): string | undefined {
  const { newId, now, cwd } = world;
  const store = new ConversationStore({ path: join(cwd, CONVERSATION_FILE), newId, now });
  const last = store.latest();
  const dialog = last === undefined ? [] : store.dialog(last);
  const wentWell = new Set(dialog.flatMap(resultsOf).flatMap(({ id, isError }) => (isError ? [] : [id])));
  const programs = dialog.flatMap((message) => (message.role === 'assistant' ? message.blocks : []));
  const program = programs.findLast(
    (block) => block.type === 'call' && block.tool === 'execute_typescript' && wentWell.has(block.id),
  );
  if (program?.type !== 'call') return undefined;
  return String((JSON.parse(program.input) as { code?: unknown }).code ?? '');
}

/** The tools that a program names. Rather one too many: what is locked and not used does no harm. */
function toolsNamedIn(code: string, tools: readonly HostTool[]): HostTool[] {
  const words = new Set(code.match(/[\p{L}\p{N}_$]+/gu) ?? []);
  return tools.filter(
    ({ name }) => words.has(identifierOf(name)) || code.includes(`'${name}'`) || code.includes(`"${name}"`),
  );
}

function resultsOf(message: Message) {
  return message.role === 'tool' ? message.blocks : [];
}

/** What its author says of it first. */
function firstComment(code: string): string | undefined {
  const [, line, block] = /^\s*(?:\/\/\s*(.+)|\/\*\*?\s*([\s\S]*?)\*\/)/.exec(code) ?? [];
  const text = (line ?? block?.replace(/^\s*\*\s?/gm, ' '))?.replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}
