/**
 * The loop of an agent: ask the model, run the calls it makes, tell it the results, until it has nothing more to call.
 * Everything it touches comes in: the model behind a port, the tools, the watcher, the keeper of the conversation.
 */
import type { GenerationParams } from '../config/schema.js';
import { cpeFault } from '../faults.js';
import type { AgentWatcher } from './agent-event.js';
import {
  type AssistantMessage,
  callsOf,
  completed,
  type Message,
  textOf,
  type UserMessage,
  userMessage,
} from './dialog.js';
import { type Generator, type ModelStep, NO_USAGE, sumOf, type TokenUsage } from './generator.js';
import { nextStep } from './next-step.js';
import { runCalls } from './run-calls.js';
import type { Presentation } from './tools/present.js';
import type { Toolset } from './tools/toolset.js';

export interface AgentRun {
  readonly generator: Generator;
  readonly system: string | undefined;
  /** Ends with what the user says now. */
  readonly dialog: readonly Message[];
  /** Asked before every step, since servers may change their tools between two steps. */
  readonly toolset: () => Toolset | Promise<Toolset>;
  readonly params: GenerationParams;
  readonly maxSteps: number;
  readonly presentation: Presentation;
  readonly watch: AgentWatcher;
  /** Told of every message that is complete, in order. */
  readonly keep: (message: Message) => void;
  /** Told when the dialog goes on as a summary and these messages of it; nothing of the others is lost to whoever keeps them. */
  readonly compacted?: (summary: UserMessage, kept: readonly Message[]) => void;
  readonly signal: AbortSignal;
  readonly clock: () => number;
  /** True once a tool has the answer, so that no further step is needed. */
  readonly isAnswered?: () => boolean;
  /** What to tell a model that stopped without a proper answer; undefined accepts the answer. */
  readonly correction?: (answer: AssistantMessage) => string | undefined;
}

export type AgentAnswer = ReturnType<typeof answerOf>;

export async function runAgent(run: AgentRun): Promise<AgentAnswer> {
  const dialog = completed(run.dialog);
  const say = (message: Message): void => {
    dialog.push(message);
    run.keep(message);
  };
  let usage = NO_USAGE;
  const warned = new Set<string>();
  for (let steps = 1; steps <= run.maxSteps; steps += 1) {
    const { toolset, step, making } = await nextStep(run, dialog, say);
    usage = sumOf(sumOf(usage, making), step.usage);
    say(step.message);
    await tellStep(run, step, usage, warned);
    const calls = callsOf(step.message);
    if (calls.length > 0) {
      say({ role: 'tool', blocks: await runCalls(calls, { ...run, tools: toolset.callable }) });
      if (run.signal.aborted) throw cpeFault('Cancelled', 'The run was cancelled.');
    }
    const correction = calls.length > 0 ? undefined : run.correction?.(step.message);
    if (correction !== undefined) say(userMessage(correction));
    else if (calls.length === 0 || run.isAnswered?.() === true) {
      return answerOf(step, steps, usage);
    }
  }
  throw cpeFault('ModelFailed', `The model did not come to an end in ${run.maxSteps} steps.`, {
    context: { steps: run.maxSteps, retry: false },
    suggestion: 'Ask for less at once, or allow more with --max-steps.',
  });
}

function answerOf({ message, ending }: ModelStep, steps: number, usage: TokenUsage) {
  const text = textOf(message);
  if (text === '' && ending === 'filter') {
    throw cpeFault('ModelFailed', 'The provider filtered the whole answer.', { context: { retry: false } });
  }
  return { text, ending, steps, usage };
}

/** What a provider could not do as asked is told once, since it will say so at every step. */
async function tellStep({ watch }: AgentRun, step: ModelStep, usage: TokenUsage, warned: Set<string>): Promise<void> {
  for (const block of step.message.blocks)
    if (block.type === 'thought') await watch({ type: 'thought', text: block.text });
  for (const warning of step.warnings.filter((each) => !warned.has(each))) {
    warned.add(warning);
    await watch({ type: 'notice', text: warning });
  }
  if (step.ending === 'length') await watch({ type: 'notice', text: 'the model reached its limit of output tokens' });
  if (step.ending === 'stop' && textOf(step.message).trim() === '')
    await watch({ type: 'notice', text: 'the model answered with nothing; ask again, or in other words' });
  if (step.ending === 'filter') await watch({ type: 'notice', text: 'the provider filtered the answer' });
  await watch({ type: 'step', step, usage });
}
