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
import { Fault } from '../../faults.js';
import type { HostTool } from '../../host/tool-host.js';
import { promptMessage } from './prompt-blocks.js';
import { writeRecord } from './session-records.js';
import { replayOf, updateOf } from './updates.js';

export interface AcpSessionSetup {
  readonly sessionId: string;
  readonly session: AgentSession;
  readonly conversation: Conversation;
  readonly client: AgentContext;
  readonly world: AgentWorld;
  readonly maxSteps: number;
  /** What it is called already. */
  readonly title: string;
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

  constructor(setup: AcpSessionSetup) {
    this.#setup = setup;
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

  async replay(): Promise<void> {
    for (const update of replayOf(this.#setup.conversation.dialog)) await this.#tell(update);
  }

  /** When nothing is being answered any more and what was said is recorded. */
  idle(): Promise<unknown> {
    return this.#ended;
  }

  prompt(request: PromptRequest): Promise<StopReason> {
    const answer = this.#answer(request);
    this.#ended = answer.catch(() => undefined);
    return answer;
  }

  async #answer({ prompt }: PromptRequest): Promise<StopReason> {
    const { world, conversation, maxSteps } = this.#setup;
    const session = this.#session;
    this.#turn = new AbortController();
    const signal = AbortSignal.any([this.#turn.signal, world.signal]);
    try {
      const said = withNews(await promptMessage(prompt, world), session);
      this.#title ||= titleOf(said);
      const watch = (event: AgentEvent): Promise<void> => this.#watch(event);
      const toolset = () => session.toolset();
      const run = { ...session, toolset, maxSteps, watch, signal, clock: world.clock };
      return stopReason(await conversation.turn(said, run));
    } catch (error) {
      return stoppedBy(error);
    } finally {
      this.#turn = undefined;
      this.#calls.clear();
      this.#record();
    }
  }

  async #watch(event: AgentEvent): Promise<void> {
    if (event.type === 'call')
      this.#calls.set(event.call.id, { tool: event.call.tool, input: JSON.stringify(event.args) });
    if (event.type === 'result') this.#calls.delete(event.call.id);
    const update = updateOf(event);
    if (update !== undefined) await this.#tell(update);
  }

  #tell(update: SessionUpdate): Promise<void> {
    const { client, sessionId } = this.#setup;
    return client.notify(methods.client.session.update, { sessionId, update });
  }

  #record(): void {
    const { conversation, sessionId, world } = this.#setup;
    const { last } = conversation;
    if (last === undefined) return;
    writeRecord(world.cwd, { sessionId, last, title: this.#title, updatedAt: world.now().toISOString() });
  }
}

function withNews(said: UserMessage, { news }: AgentSession): UserMessage {
  const text = news.take();
  return text === undefined ? said : { ...said, blocks: [{ type: 'text', text }, ...said.blocks] };
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
