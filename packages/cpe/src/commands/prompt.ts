import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { plainText } from '@quadrivium/kernel/shell';
import { type AgentSession, openSession } from '../agent/agent-session.js';
import { type AgentWorld, machineWorld } from '../agent/agent-world.js';
import { CONVERSATION_FILE, ConversationStore } from '../agent/conversation/conversation-store.js';
import { ConversationKeeper } from '../agent/conversation/keeper.js';
import { type Message, type UserMessage, userMessage } from '../agent/dialog.js';
import { inputBlock, loadInputs, refused } from '../agent/inputs.js';
import { type AgentAnswer, runAgent } from '../agent/loop.js';
import { EffectPreview } from '../agent/preview/effect-preview.js';
import { planText, writePlan } from '../agent/preview/plan-file.js';
import { RunPrinter } from '../agent/run-printer.js';
import { childEnvironment, lineageOf } from '../agent/subagent/lineage.js';
import { loadConfig } from '../config/load.js';
import type { ModelConfig } from '../config/schema.js';
import { cpeFault } from '../faults.js';
import { userToolCache } from '../host/cache/tool-cache.js';
import type { CliWorld } from './cli-world.js';
import { type CliCommand, type CommandContext, type CommandOptions, type Outcome, textOption } from './command.js';
import { watchEvents } from './event-watch.js';
import { loginsOf } from './logins.js';
import { numberOption, promptArguments, promptOptions, wishesOf } from './prompt-options.js';
import { StderrLines } from './stderr-lines.js';
import { warningLine } from './with-host.js';

const MAX_STEPS = 200;

/** `cpe "prompt"`: a model with the tools of all servers. The answer goes to stdout, everything else to stderr. */
export const prompt: CliCommand = {
  name: '',
  description: 'Ask a model that can use the tools of all servers',
  arguments: promptArguments,
  options: promptOptions,
  run: askModel,
};

async function askModel(context: CommandContext): Promise<Outcome> {
  const { world: cli, options } = context;
  const world = machineWorld(cli);
  const said = await messageOf(context, world);
  const loaded = loadConfig(cli, options.config);
  const conversation = openConversation(options, world, said);
  const preview = options.preview === true ? new EffectPreview() : undefined;
  const stderr = new StderrLines((line) => cli.err(plainText(line)));
  const events = await watchEvents(cli, options);
  try {
    const session = await openSession(loaded, world, {
      ...wishesOf(options),
      ...(preview === undefined ? {} : { guard: preview }),
      onNotice: (notice) => cli.err(`note: ${plainText(notice)}\n`),
      host: {
        eventAddress: events.address,
        logins: loginsOf(cli),
        cache: userToolCache(cli),
        // Whether a tool only reads is what a preview depends on, so nothing of that may be out of date.
        ask: preview !== undefined,
        env: childEnvironment(world.env, lineageOf(world.env)),
        keepGoing: options.keepGoing === true,
        onWarning: (warning) => cli.err(warningLine(warning)),
        onStderr: (server, text) => stderr.push(server, text),
      },
    });
    try {
      return await converse(session, conversation, said, world, context, preview);
    } finally {
      await session.close();
    }
  } finally {
    stderr.flush();
    await events.close();
  }
}

async function converse(
  session: AgentSession,
  { dialog, keeper }: Conversation,
  said: Message,
  world: AgentWorld,
  { world: cli, io, options }: CommandContext,
  preview: EffectPreview | undefined,
): Promise<Outcome> {
  const live = cli.outIsTerminal && io.forPeople;
  const printer = new RunPrinter({
    err: (text) => cli.err(text),
    ...(live ? { live: (text) => void cli.out(text) } : {}),
  });
  const answer = await runAgent({
    ...session,
    dialog: [...dialog, said],
    toolset: () => session.toolset(),
    maxSteps: numberOption(options, 'maxSteps') ?? MAX_STEPS,
    watch: printer.watch,
    keep: (message) => keeper?.keep(message),
    signal: world.signal,
    clock: world.clock,
  });
  printer.end();
  cli.err(closingLine(answer, session.model, keeper?.last));
  return outcomeOf(answer, keeper?.last, live, previewed(preview, world, cli));
}

/** Shows what was not done, and how to have it done. */
function previewed(preview: EffectPreview | undefined, world: AgentWorld, cli: CliWorld): object {
  if (preview === undefined) return {};
  const { effects } = preview;
  if (effects.length === 0) cli.err('preview: nothing would be changed\n');
  if (effects.length === 0) return { effects };
  const path = join('.cpe', 'preview', `${world.newId()}.json`);
  writePlan(join(world.cwd, path), effects);
  cli.err(`preview: ${effects.length} calls wait for approval; cpe apply ${path}\n${plainText(planText(effects))}`);
  return { effects, plan: path };
}

/** What it cost and how to go on. */
function closingLine({ usage }: AgentAnswer, model: ModelConfig, last: string | undefined): string {
  const { input_cost_per_million: input, output_cost_per_million: output } = model;
  const dollars = (usage.inputTokens * (input ?? 0) + usage.outputTokens * (output ?? 0)) / 1e6;
  const cost = input === undefined && output === undefined ? '' : `, $${dollars.toFixed(4)}`;
  const next = last === undefined ? '' : `; to go on from here: -c ${last}`;
  return `${model.ref}: ${usage.inputTokens} tokens in, ${usage.outputTokens} out${cost}${next}\n`;
}

function outcomeOf(answer: AgentAnswer, last: string | undefined, live: boolean, more: object): Outcome {
  const { text, ending, steps, usage } = answer;
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return { text: live ? '' : ended, value: { text, ending, steps, usage, conversation: last ?? null, ...more } };
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
  const isPrivate = options.incognito === true;
  const parent = options.new === true ? undefined : (wish ?? (isPrivate ? undefined : store.latest()));
  return {
    dialog: parent === undefined ? [] : store.dialog(parent),
    keeper: isPrivate ? undefined : new ConversationKeeper(store, parent, said),
  };
}

/** Files and what is piped into cpe come first, what to do with them last. */
async function messageOf({ args, options, world: cli }: CommandContext, world: AgentWorld): Promise<UserMessage> {
  const { text, piped } = await saidIn(args, cli);
  if (text.trim() === '') {
    throw cpeFault('Usage', 'There is nothing to ask.', { suggestion: 'Use cpe "what to do", or cpe --help.' });
  }
  const inputs = Array.isArray(options.input) ? (options.input as string[]) : [];
  const media = await loadInputs(inputs, {
    fetch: world.fetch,
    signal: world.signal,
    // The user names these files, so any that the user can read will do.
    readFile: (path) =>
      readFile(resolve(world.cwd, path)).catch((error: Error) => {
        throw refused(path, error.message);
      }),
  });
  return userMessage(text, [...media, ...piped]);
}

/** `-` waits for standard input however long it takes; without words, what is piped is the prompt. */
async function saidIn(args: CommandContext['args'], cli: CliWorld) {
  const words = args.filter((word) => word !== undefined && word !== '-');
  const bytes = args.includes('-') ? new TextEncoder().encode(await cli.readStdin()) : await cli.readPiped();
  if (words.length === 0) return { text: new TextDecoder().decode(bytes), piped: [] };
  return { text: words.join(' '), piped: bytes.length === 0 ? [] : [inputBlock(bytes, 'standard input')] };
}
