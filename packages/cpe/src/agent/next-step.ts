import { cpeFault } from '../faults.js';
import { abortable } from '../host/abortable.js';
import { compact, withShortResults } from './compaction/compact.js';
import { checkRoom, requestBudget, tokensOf, withRoom } from './compaction/room.js';
import type { AssistantMessage, Message } from './dialog.js';
import { type ModelStep, NO_USAGE, type StepListener, type StepRequest, type TokenUsage } from './generator.js';
import type { AgentRun } from './loop.js';
import type { Toolset } from './tools/toolset.js';

export interface TakenStep {
  readonly toolset: Toolset;
  readonly step: ModelStep;
  /** What it took to make room for the step. */
  readonly making: TokenUsage;
}

/** One step of the model, after making room for it. Whoever stops a step keeps what was said of it until then. */
export async function nextStep(run: AgentRun, dialog: Message[], say: (message: Message) => void): Promise<TakenStep> {
  const heard = { text: '' };
  try {
    const toolset = await abortable(Promise.resolve(run.toolset()), run.signal);
    const request = { system: run.system, dialog, tools: toolset.offers, params: run.params };
    const making = await abortable(makeRoom(run, request, dialog), run.signal);
    const step = await abortable(takeStep(run, fitting(run, { ...request, dialog }), heard), run.signal);
    return { toolset, step, making };
  } catch (error) {
    if (!run.signal.aborted) throw error;
    if (heard.text !== '' || dialog.at(-1)?.role === 'user') say(interruptedAt(heard.text));
    throw cpeFault('Cancelled', 'The run was cancelled.', { cause: error });
  }
}

function interruptedAt(text: string): AssistantMessage {
  return { role: 'assistant', interrupted: true, blocks: text === '' ? [] : [{ type: 'text', text }] };
}

/** Summarises what is old before the window is full, so that the answer still has its place. */
async function makeRoom(run: AgentRun, request: StepRequest, dialog: Message[]): Promise<TokenUsage> {
  const { generator, signal, watch } = run;
  const budget = requestBudget(generator.model, run.params);
  if (budget === undefined || tokensOf(request) <= budget) return NO_USAGE;
  const compaction = await compact(request, budget, generator, signal);
  if (compaction === undefined || signal.aborted) return NO_USAGE;
  const { summary, kept, count, usage } = compaction;
  dialog.splice(0, dialog.length, summary, ...kept);
  run.compacted?.(summary, kept);
  await watch({ type: 'notice', text: `${count} earlier messages were summarised to make room; their text is kept` });
  return usage;
}

function fitting({ generator, params }: AgentRun, request: StepRequest): StepRequest {
  const budget = requestBudget(generator.model, params);
  return budget === undefined ? request : withRoom(withShortResults(request, budget), generator.model);
}

async function takeStep(
  { generator, watch, signal }: AgentRun,
  request: StepRequest,
  heard: { text: string },
): Promise<ModelStep> {
  checkRoom(request, generator);
  const listener: StepListener = {
    onText(delta) {
      // What still comes after a stop belongs to nobody.
      if (signal.aborted) return;
      heard.text += delta;
      void watch({ type: 'text', delta });
    },
    onRetry(reason, waitMs) {
      heard.text = '';
      void watch({ type: 'retry', reason, waitMs });
    },
  };
  return generator.step(request, listener, signal);
}
