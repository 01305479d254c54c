import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { plainText } from '@quadrivium/kernel/shell';
import type { AgentSession } from '../agent/agent-session.js';
import { type AgentWorld, machineWorld } from '../agent/agent-world.js';
import type { Conversation } from '../agent/conversation/conversation.js';
import { type UserMessage, userMessage } from '../agent/dialog.js';
import { inputBlock, loadInputs, refused } from '../agent/inputs.js';
import type { AgentAnswer } from '../agent/loop.js';
import { EffectPreview } from '../agent/preview/effect-preview.js';
import { planText, writePlan } from '../agent/preview/plan-file.js';
import type { UsageMeter } from '../agent/usage/usage-meter.js';
import { cpeFault } from '../faults.js';
import type { CliWorld } from './cli-world.js';
import { closingLine } from './closing-line.js';
import type { CliCommand, CommandContext, Outcome } from './command.js';
import { openConversation } from './open-conversation.js';
import { MAX_STEPS, numberOption, promptArguments, promptOptions } from './prompt-options.js';
import { RunView } from './run-view.js';
import { type SessionQuestions, sessionQuestions } from './session-questions.js';
import { questionerOn } from './terminal-questions.js';
import { withSession } from './with-session.js';

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
  const preview = options.preview === true ? new EffectPreview() : undefined;
  const conversation = openConversation(options, world);
  const wishes = { ...askedOf(context), ...(preview === undefined ? {} : { guard: preview }) };
  return withSession(context, world, wishes, (session, meter) =>
    converse(session, conversation, said, world, context, preview, meter),
  );
}

/** Who is asked: the person at the terminal, or nobody. */
function askedOf({ world: cli, options }: CommandContext): SessionQuestions {
  return sessionQuestions(options, questionerOn(cli));
}

async function converse(
  session: AgentSession,
  conversation: Conversation,
  said: UserMessage,
  world: AgentWorld,
  { world: cli, io, options }: CommandContext,
  preview: EffectPreview | undefined,
  meter: UsageMeter,
): Promise<Outcome> {
  const live = cli.outIsTerminal && io.forPeople;
  const view = new RunView(cli, io, {
    err: (text) => cli.err(text),
    ...(live ? { live: (text) => void cli.out(text) } : {}),
  });
  const turn = conversation.turn(said, {
    ...session,
    toolset: () => session.toolset(),
    maxSteps: numberOption(options, 'maxSteps') ?? MAX_STEPS,
    watch(event) {
      meter.watch(event);
      view.watch(event);
    },
    signal: world.signal,
    clock: world.clock,
  });
  const answer = await turn
    .finally(() => {
      view.end();
      if (world.signal.aborted) cli.err(stoppedLine(conversation.last));
    })
    .catch((error) => {
      // What failed or was stopped has its price too.
      if (meter.turn.own.inputTokens > 0) cli.err(closingLine(meter.turn, session.model, undefined));
      throw error;
    });
  cli.err(closingLine(meter.turn, session.model, conversation.last));
  return outcomeOf(answer, conversation.last, live, previewed(preview, world, cli));
}

/** Ctrl-C loses nothing, and whoever pressed it is told where it is. */
function stoppedLine(last: string | undefined): string {
  if (last === undefined) return 'stopped; nothing of it is kept\n';
  return `stopped; the question and what was answered are kept: cpe "go on", or later cpe -c ${last} "go on"\n`;
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

function outcomeOf(answer: AgentAnswer, last: string | undefined, live: boolean, more: object): Outcome {
  const { text, ending, steps, usage } = answer;
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return { text: live ? '' : ended, value: { text, ending, steps, usage, conversation: last ?? null, ...more } };
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
