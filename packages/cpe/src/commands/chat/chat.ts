import { colors } from '@quadrivium/kernel/shell';
import type { AgentSession } from '../../agent/agent-session.js';
import { machineWorld } from '../../agent/agent-world.js';
import type { Conversation } from '../../agent/conversation/conversation.js';
import type { CliWorld } from '../cli-world.js';
import type { CliCommand, CommandContext, Outcome } from '../command.js';
import { openConversation } from '../open-conversation.js';
import { MAX_STEPS, numberOption, promptOptions } from '../prompt-options.js';
import { questioner } from '../questioner.js';
import { RunView } from '../run-view.js';
import { sessionQuestions } from '../session-questions.js';
import { withSession } from '../with-session.js';
import { Chat } from './chat-loop.js';
import { completionsFor } from './complete.js';
import { addToHistory, historyPath, readHistory, trimHistory } from './history-file.js';
import type { LineEditor } from './line-editor.js';
import { MarkdownWriter } from './markdown.js';
import { filesNamedIn } from './named-files.js';
import { pipedLines } from './piped-lines.js';
import { slashCommands } from './slash/index.js';

const { preview: _preview, input: _input, ...options } = promptOptions;

/** `cpe chat`: prompt after prompt, with servers that stay connected. */
export const chat: CliCommand = {
  name: 'chat',
  description: 'Talk with a model that can use the tools of all servers, which stay connected',
  options,
  run: openChat,
};

async function openChat(context: CommandContext): Promise<Outcome | undefined> {
  const { world: cli } = context;
  const world = machineWorld(cli);
  const conversation = openConversation(context.options, world);
  let editor: LineEditor | undefined;
  // Servers may write at any time, also while somebody types.
  const err = (text: string): void => (editor === undefined ? cli.err(text) : editor.print(text));
  const careful: CommandContext = { ...context, world: { ...cli, err } };
  let chat: Chat | undefined;
  const question = (text: string, signal?: AbortSignal) => chat?.question(text, signal) ?? Promise.resolve(undefined);
  const turn = (): AbortSignal | undefined => chat?.turn;
  // Where somebody sits who cannot be shown a question, it is answered like one that is taken back: nothing runs unasked.
  const isAttended = cli.editLines !== undefined || cli.inIsTerminal === true;
  const asked = isAttended ? questioner({ show: err, question, turn }) : undefined;
  const wishes = { ...sessionQuestions(context.options, asked), goesOn: true };
  await withSession(careful, world, wishes, async (session, meter) => {
    editor = await openEditor(context, session, err);
    editor.print(greeting(session));
    try {
      chat = new Chat({
        session,
        conversation,
        editor,
        commands: slashCommands,
        world,
        maxSteps: numberOption(context.options, 'maxSteps') ?? MAX_STEPS,
        meter,
        view: () =>
          new RunView(careful.world, context.io, { err, ...(context.io.forPeople ? { live: liveText(cli) } : {}) }),
        filesIn: (line) => filesNamedIn(line, world),
        err,
      });
      await chat.run();
    } finally {
      editor.close();
      cli.err(parting(conversation));
    }
  });
  return undefined;
}

/** The words of the model, in their form where a terminal shows it. */
function liveText(cli: CliWorld): (text: string) => void {
  const write = (text: string): void => void cli.out(text);
  if (!cli.outIsTerminal || !colors.isColorSupported) return write;
  return new MarkdownWriter({ write, columns: () => process.stdout.columns ?? 80, colors }).push;
}

async function openEditor(
  { world: cli, options }: CommandContext,
  session: AgentSession,
  err: (text: string) => void,
): Promise<LineEditor> {
  if (cli.editLines === undefined) return pipedLines(cli);
  const path = historyPath(cli);
  await trimHistory(path);
  let isTold = false;
  return cli.editLines({
    history: readHistory(path),
    complete: async (text) =>
      completionsFor(text, {
        commands: slashCommands.map(({ name }) => name),
        tools: () => session.host.tools().map(({ server, name }) => `${server}/${name}`),
        models: session.models,
        cwd: cli.cwd,
      }),
    // Whoever wants nothing kept does not want their questions kept either.
    remember(line) {
      const problem = options.incognito === true ? undefined : addToHistory(path, line);
      if (problem === undefined || isTold) return;
      isTold = true;
      err(`note: lines are not remembered: ${problem}\n`);
    },
  });
}

function greeting({ model, host }: AgentSession): string {
  const ready = host.servers().filter(({ state }) => state === 'ready').length;
  return `${model.ref}, ${ready} servers, ${host.tools().length} tools; /help tells what can be typed\n`;
}

function parting({ last }: Conversation): string {
  return last === undefined ? '' : `to go on from here: cpe chat -c ${last}\n`;
}
