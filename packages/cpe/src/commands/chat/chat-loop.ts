import { closestWord } from '@quadrivium/kernel/essentials';
import { plainText } from '@quadrivium/kernel/shell';
import type { AgentEvent } from '../../agent/agent-event.js';
import type { AgentSession } from '../../agent/agent-session.js';
import type { AgentWorld } from '../../agent/agent-world.js';
import type { Conversation } from '../../agent/conversation/conversation.js';
import type { MediaBlock, TextBlock } from '../../agent/dialog.js';
import { userMessage } from '../../agent/dialog.js';
import type { UsageMeter } from '../../agent/usage/usage-meter.js';
import { Fault } from '../../faults.js';
import { closingLine } from '../closing-line.js';
import type { RunView } from '../run-view.js';
import type { LineEditor } from './line-editor.js';
import type { SlashCommand } from './slash/slash-command.js';

export interface ChatSetup {
  readonly session: AgentSession;
  readonly conversation: Conversation;
  readonly editor: LineEditor;
  readonly commands: readonly SlashCommand[];
  readonly world: AgentWorld;
  readonly maxSteps: number;
  readonly meter: UsageMeter;
  readonly view: () => RunView;
  /** The files that a line names with `@`. */
  readonly filesIn: (line: string) => Promise<(TextBlock | MediaBlock)[]>;
  readonly err: (text: string) => void;
}

const PROMPT = '› ';

/** Questions and answers over servers that stay connected, until the user leaves. */
export class Chat {
  readonly #setup: ChatSetup;
  /** The turn under way, to be stopped. */
  #turn: AbortController | undefined;
  /** The question that stands there now, to be taken back. */
  #question: AbortController | undefined;
  /** Ctrl-C presses in a row, the one that stopped a turn included. */
  #presses = 0;

  session: AgentSession;

  constructor(setup: ChatSetup) {
    this.#setup = setup;
    this.session = setup.session;
    setup.editor.onInterrupt = (line) => this.#interrupt(line);
  }

  get commands(): readonly SlashCommand[] {
    return this.#setup.commands;
  }

  get conversation(): Conversation {
    return this.#setup.conversation;
  }

  get cwd(): string {
    return this.#setup.world.cwd;
  }

  async useModel(ref: string): Promise<void> {
    this.session = await this.session.withModel(ref);
  }

  /** Aborted when what is under way is stopped. */
  get turn(): AbortSignal | undefined {
    return this.#turn?.signal;
  }

  /** Asks the user, in a turn or while the prompt stands; undefined when the question is taken back. */
  question(text: string, signal?: AbortSignal): Promise<string | undefined> {
    this.#question = new AbortController();
    const signals = [this.#question.signal, ...(signal === undefined ? [] : [signal])];
    return this.#setup.editor.ask(text, 'question', AbortSignal.any(signals)).finally(() => {
      this.#question = undefined;
    });
  }

  leave(): void {
    this.#setup.editor.close();
  }

  async run(): Promise<void> {
    const { editor, world } = this.#setup;
    const stop = (): void => this.leave();
    world.signal.addEventListener('abort', stop, { once: true });
    for (let line = await editor.ask(PROMPT); line !== undefined; line = await editor.ask(PROMPT)) {
      this.#presses = 0;
      if (line.trim() !== '') await this.#take(line.trim());
      if (world.signal.aborted) break;
    }
    world.signal.removeEventListener('abort', stop);
  }

  /** What goes wrong with one line is told, and the next can be typed. */
  async #take(line: string): Promise<void> {
    try {
      if (line.startsWith('/')) this.#setup.err(await this.#command(line.slice(1)));
      else await this.#ask(line);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.kind === 'Cancelled') this.#setup.err('stopped; the question and what was answered are kept\n');
      else this.#setup.err(plainText(`error: ${error.message}\n${error.suggestion ? `${error.suggestion}\n` : ''}`));
    }
  }

  async #command(text: string): Promise<string> {
    const [, name = '', words = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
    const command = this.commands.find((each) => each.name === name);
    if (command !== undefined) return command.run(this, words.trim());
    const names = this.commands.map((each) => each.name);
    const meant = closestWord(name, names);
    throw new Fault('Usage', `There is no /${name}.`, {
      suggestion:
        meant === undefined ? `There are: ${names.map((each) => `/${each}`).join(', ')}.` : `Did you mean /${meant}?`,
    });
  }

  async #ask(line: string): Promise<void> {
    const { conversation, world, maxSteps, err, meter, filesIn } = this.#setup;
    const { session } = this;
    const view = this.#setup.view();
    meter.start();
    this.#turn = new AbortController();
    try {
      const files = await filesIn(line);
      const news = session.news.waiting();
      const run = {
        ...session,
        toolset: () => session.toolset(),
        maxSteps,
        watch(event: AgentEvent) {
          meter.watch(event);
          view.watch(event);
        },
        signal: AbortSignal.any([this.#turn.signal, world.signal]),
        clock: world.clock,
      };
      await conversation.turn(userMessage(line, [...news.blocks, ...files]), run, news.heard);
    } finally {
      this.#turn = undefined;
      view.end();
      err(closingLine(meter.turn, session.model, undefined));
    }
  }

  #interrupt(line: string): void {
    if (this.#turn?.signal.aborted === false) {
      this.#presses = 1;
      this.#turn.abort();
      return;
    }
    if (line !== '') return;
    // Whoever takes back a question does not want to leave yet.
    this.#presses = this.#question === undefined ? this.#presses + 1 : 1;
    if (this.#question !== undefined) this.#question.abort();
    else if (this.#presses > 1) this.leave();
    else this.#setup.editor.print('Ctrl-C again leaves, and so does Ctrl-D\n');
  }
}
