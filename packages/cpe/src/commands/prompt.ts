import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { type AgentSession, openSession } from '../agent/agent-session.js';
import { type AgentWorld, machineWorld } from '../agent/agent-world.js';
import { CONVERSATION_FILE, ConversationStore } from '../agent/conversation/conversation-store.js';
import { ConversationKeeper } from '../agent/conversation/keeper.js';
import { type Message, userMessage } from '../agent/dialog.js';
import { type AgentAnswer, runAgent } from '../agent/loop.js';
import { RunPrinter } from '../agent/run-printer.js';
import { parseDuration } from '../config/duration.js';
import { loadConfig } from '../config/load.js';
import type { GenerationParams } from '../config/schema.js';
import { cpeFault } from '../faults.js';
import type { CliWorld } from './cli-world.js';
import { type CliCommand, type CommandContext, type CommandOptions, type Outcome, textOption } from './command.js';
import { StderrLines } from './stderr-lines.js';
import { warningLine } from './with-host.js';

const MAX_STEPS = 200;

/** `cpe "prompt"`: a model with the tools of all servers. The answer goes to stdout, everything else to stderr. */
export const prompt: CliCommand = {
  path: [],
  summary: 'Ask a model that can use the tools of all servers',
  configure(command) {
    command
      .argument('[prompt]', 'what to do; - reads it from standard input')
      .option('-m, --model <ref>', 'model to use; otherwise CPE_MODEL, then defaults.model')
      .option('-c, --continue <id>', 'continue from this message; otherwise from the latest')
      .option('-n, --new', 'start a new conversation')
      .option('-G, --incognito', 'keep nothing of this conversation')
      .option('--keep-going', 'go on without servers that cannot be connected')
      .option('--timeout <duration>', 'for one step of the model, such as 90s or 5m', durationOf)
      .option('--max-steps <number>', 'longest run', numberOf)
      .option('--temperature <number>', 'how freely the model chooses its words', numberOf)
      .option('--max-tokens <number>', 'longest answer of one step', numberOf)
      .option('--thinking-budget <budget>', 'minimal, low, medium, high, or a number of tokens')
      .option('--tool-choice <choice>', 'auto, required, none, or the name of a tool');
  },
  run: askModel,
};

async function askModel(context: CommandContext): Promise<Outcome> {
  const { world: cli, options } = context;
  const world = machineWorld(cli);
  const said = userMessage(await wordsOf(context));
  const loaded = loadConfig(cli, options.config);
  const conversation = openConversation(options, world, said);
  const stderr = new StderrLines((line) => cli.err(line));
  const session = await openSession(loaded, world, {
    ...wishesOf(options),
    host: {
      keepGoing: options.keepGoing === true,
      onWarning: (warning) => cli.err(warningLine(warning)),
      onStderr: (server, text) => stderr.push(server, text),
    },
  });
  try {
    return await converse(session, conversation, said, world, cli, options);
  } finally {
    await session.close();
    stderr.flush();
  }
}

async function converse(
  session: AgentSession,
  { dialog, keeper }: Conversation,
  said: Message,
  world: AgentWorld,
  cli: CliWorld,
  options: CommandOptions,
): Promise<Outcome> {
  const live = cli.outIsTerminal && options.json !== true;
  const printer = new RunPrinter({
    err: (text) => cli.err(text),
    ...(live ? { live: (text) => void cli.out(text) } : {}),
  });
  const answer = await runAgent({
    generator: session.generator,
    system: session.system,
    dialog: [...dialog, said],
    toolset: () => session.toolset(),
    params: session.params,
    maxSteps: numberOption(options, 'maxSteps') ?? MAX_STEPS,
    presentation: session.presentation,
    watch: printer.watch,
    keep: (message) => keeper?.keep(message),
    signal: world.signal,
    clock: world.clock,
  });
  printer.end();
  return outcomeOf(answer, keeper?.last, live);
}

function outcomeOf(answer: AgentAnswer, last: string | undefined, live: boolean): Outcome {
  const { text, ending, steps, usage } = answer;
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return { text: live ? '' : ended, value: { text, ending, steps, usage, conversation: last ?? null } };
}

interface Conversation {
  readonly dialog: readonly Message[];
  readonly keeper: ConversationKeeper | undefined;
}

/** The one that goes on, and who writes it down. */
function openConversation(options: CommandOptions, world: AgentWorld, said: Message): Conversation {
  const wish = textOption(options, 'continue');
  if (wish !== undefined && options.new === true) throw cpeFault('Usage', 'Use --continue or --new, not both.');
  const { newId, now } = world;
  const store = new ConversationStore({ path: join(world.cwd, CONVERSATION_FILE), newId, now });
  const parent = options.new === true ? undefined : (wish ?? (options.incognito === true ? undefined : store.latest()));
  return {
    dialog: parent === undefined ? [] : store.dialog(parent),
    keeper: options.incognito === true ? undefined : new ConversationKeeper(store, parent, said),
  };
}

async function wordsOf({ args: [words], world }: CommandContext): Promise<string> {
  const text = words === '-' ? await world.readStdin() : words;
  if (text !== undefined && text.trim() !== '') return text;
  throw cpeFault('Usage', 'There is nothing to ask.', { suggestion: 'Use cpe "what to do", or cpe --help.' });
}

function wishesOf(options: CommandOptions) {
  const model = textOption(options, 'model');
  const timeoutMs = numberOption(options, 'timeout');
  const params: GenerationParams = {
    temperature: numberOption(options, 'temperature'),
    maxGenerationTokens: numberOption(options, 'maxTokens'),
    thinkingBudget: textOption(options, 'thinkingBudget'),
    toolChoice: textOption(options, 'toolChoice'),
  };
  return { ...(model === undefined ? {} : { model }), ...(timeoutMs === undefined ? {} : { timeoutMs }), params };
}

function numberOption(options: CommandOptions, name: string): number | undefined {
  const value = options[name];
  return typeof value === 'number' ? value : undefined;
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number.');
  return value;
}

function durationOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a duration such as 90s or 5m.');
  return ms;
}
