import type {
  AgentContext,
  PromptRequest,
  SessionConfigOption,
  SessionUpdate,
  StopReason,
} from '@agentclientprotocol/sdk';
import { methods } from '@agentclientprotocol/sdk';
import type { AgentEvent } from '../../agent/agent-event.js';
import type { AgentSession } from '../../agent/agent-session.js';
import type { AgentWorld } from '../../agent/agent-world.js';
import type { Conversation } from '../../agent/conversation/conversation.js';
import { textOf, type UserMessage } from '../../agent/dialog.js';
import type { AgentAnswer } from '../../agent/loop.js';
import { oneLine } from '../../agent/one-line.js';
import type { UsageMeter } from '../../agent/usage/usage-meter.js';
import { Fault } from '../../faults.js';
import type { HostTool } from '../../host/tool-host.js';
import { promptMessage } from './prompt-blocks.js';
import { writeRecord } from './session-records.js';
import { SessionUsage } from './session-usage.js';
import { asThought, notice, replayOf, updateOf } from './updates.js';

export interface AcpSessionSetup {
  readonly sessionId: string;
  readonly session: AgentSession;
  readonly conversation: Conversation;
  readonly client: AgentContext;
  readonly world: AgentWorld;
  readonly maxSteps: number;
  /** What it is called already. */
  readonly title: string;
  readonly meter: UsageMeter;
  /** The editor can show what is no part of the conversation. */
  readonly showsNotices: boolean;
}

const TITLE_CHARS = 80;

/** One conversation in an editor: the same loop as in a terminal, with its events as updates. */
export class AcpSession {
  readonly #setup: AcpSessionSetup;
  readonly #calls = new Map<string, { readonly tool: string; readonly input: string }>();
  #session: AgentSession;
  #turn: AbortController | undefined;
  #title: string;
  #ended: Promise<unknown> = Promise.resolve();
  readonly #usage: SessionUsage;
  /** What happened before the editor knew the session; nobody could have been told. */
  #early: string[] | undefined = [];

  constructor(setup: AcpSessionSetup) {
    this.#setup = setup;
    this.#usage = new SessionUsage(setup.meter);
    this.#session = setup.session;
    this.#title = setup.title;
  }

  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  options(): SessionConfigOption[] {
    const { model, models } = this.#session;
    const options = models.map((ref) => ({ value: ref, name: ref }));
    return [{ id: 'model', name: 'Model', category: 'model', type: 'select', currentValue: model.ref, options }];
  }

  async useModel(ref: string): Promise<void> {
    this.#session = await this.#session.withModel(ref);
  }

  cancel(): void {
    this.#turn?.abort();
  }

  /** The call that the editor shows and that a question is about. */
  callOf({ providerName }: HostTool, args: unknown): string | undefined {
    const input = JSON.stringify(args);
    return [...this.#calls].find(([, call]) => call.tool === providerName && call.input === input)?.[0];
  }

  /** One line to the person, in a turn or outside of one. An editor that is gone does not have to be told. */
  notice(words: string): void {
    if (this.#early !== undefined) this.#early.push(words);
    else void this.#tell(notice(oneLine(words))).catch(() => undefined);
  }

  #tellEarly(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const words of early) this.notice(words);
  }

  async replay(): Promise<void> {
    this.#tellEarly();
    for (const update of replayOf(this.#setup.conversation.dialog)) await this.#tell(update);
  }

  /** When nothing is being answered any more and what was said is recorded. */
  idle(): Promise<unknown> {
    return this.#ended;
  }

  prompt(request: PromptRequest): Promise<StopReason> {
    this.#tellEarly();
    const answer = this.#answer(request);
    this.#ended = answer.catch(() => undefined);
    return answer;
  }

  async #answer({ prompt }: PromptRequest): Promise<StopReason> {
    const { world, conversation, maxSteps } = this.#setup;
    const session = this.#session;
    this.#turn = new AbortController();
    const signal = AbortSignal.any([this.#turn.signal, world.signal]);
    this.#usage.start();
    try {
      const said = await promptMessage(prompt, world);
      this.#title ||= titleOf(said);
      const news = session.news.waiting();
      const told = { ...said, blocks: [...news.blocks, ...said.blocks] };
      const watch = (event: AgentEvent): Promise<void> => this.#watch(event);
      const toolset = () => session.toolset();
      const run = { ...session, toolset, maxSteps, watch, signal, clock: world.clock };
      return stopReason(await conversation.turn(told, run, news.heard));
    } catch (error) {
      return stoppedBy(error);
    } finally {
      this.#turn = undefined;
      this.#calls.clear();
      this.#record();
      const usage = this.#usage.ended(session.model);
      if (usage !== undefined) await this.#tell(usage);
    }
  }

  async #watch(event: AgentEvent): Promise<void> {
    this.#usage.watch(event);
    if (event.type === 'call')
      this.#calls.set(event.call.id, { tool: event.call.tool, input: JSON.stringify(event.args) });
    if (event.type === 'result') this.#calls.delete(event.call.id);
    const update = updateOf(event);
    if (update !== undefined) await this.#tell(update);
  }

  #tell(update: SessionUpdate): Promise<void> {
    const { client, sessionId, showsNotices } = this.#setup;
    return client.notify(methods.client.session.update, {
      sessionId,
      update: showsNotices ? update : asThought(update),
    });
  }

  #record(): void {
    const { conversation, sessionId, world } = this.#setup;
    const { last } = conversation;
    if (last === undefined) return;
    writeRecord(world.cwd, { sessionId, last, title: this.#title, updatedAt: world.now().toISOString() });
  }
}

function titleOf({ blocks }: UserMessage): string {
  return textOf({ role: 'assistant', blocks: blocks.filter((block) => block.type === 'text') }).slice(0, TITLE_CHARS);
}

function stopReason({ ending }: AgentAnswer): StopReason {
  return ending === 'length' ? 'max_tokens' : ending === 'filter' ? 'refusal' : 'end_turn';
}

function stoppedBy(error: unknown): StopReason {
  if (!(error instanceof Fault)) throw error;
  if (error.kind === 'Cancelled') return 'cancelled';
  if (error.kind === 'ModelFailed' && error.context.steps !== undefined) return 'max_turn_requests';
  throw error;
}
