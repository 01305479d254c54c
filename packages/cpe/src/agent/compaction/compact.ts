/**
 * Makes room before a window is full: what is old is summarised by the model itself, the latest question and the end of the
 * dialog stay as they are. Whoever keeps the conversation keeps the full text as well.
 */
import { cpeFault } from '../../faults.js';
import type { Message, UserMessage } from '../dialog.js';
import { textOf } from '../dialog.js';
import { type Generator, NO_USAGE, type StepRequest, type TokenUsage } from '../generator.js';
import { tokensIn, tokensOf } from './room.js';
import { splitDialog } from './split.js';
import { ends, transcriptOf } from './transcript.js';

/** Of what a request has for the dialog: the end that stays, and the summary. */
const TAIL_SHARE = 0.4;
const SUMMARY_SHARE = 0.2;
const CHARS_PER_TOKEN = 3;
const SHORTEST_SUMMARY = 200;

const INSTRUCTIONS =
  'You summarise the earlier part of a conversation between a user and an assistant with tools, so that the assistant can go on ' +
  'without it. Write down, in plain words and completely: what the user wants; everything that was decided or agreed, and why; ' +
  'facts that were found (names, paths, ids, numbers, exactly as they are); what was changed by tools; what is still open. ' +
  'A summary that is part of the text is carried over whole. Do not answer the user and do not call anything.';

export interface Compaction {
  readonly summary: UserMessage;
  readonly kept: readonly Message[];
  readonly usage: TokenUsage;
  /** How many messages were summarised. */
  readonly count: number;
}

/** Undefined when nothing can be summarised. */
export async function compact(
  request: StepRequest,
  budget: number,
  generator: Generator,
  signal: AbortSignal,
): Promise<Compaction | undefined> {
  const room = Math.max(0, budget - tokensOf({ ...request, dialog: [] }));
  const { old, kept } = splitDialog(request.dialog, room * TAIL_SHARE);
  if (old.length === 0) return undefined;
  const mostTokens = Math.max(SHORTEST_SUMMARY, Math.floor(room * SUMMARY_SHARE));
  const { text, usage } = await summaryOf(old, mostTokens, budget, request, generator, signal);
  return { summary: summaryMessage(ends(text, mostTokens * CHARS_PER_TOKEN)), kept, usage, count: old.length };
}

/** A model that cannot summarise now must not end the conversation: then its ends are all that is left of the old part. */
async function summaryOf(
  old: readonly Message[],
  mostTokens: number,
  budget: number,
  { params }: StepRequest,
  generator: Generator,
  signal: AbortSignal,
): Promise<{ text: string; usage: TokenUsage }> {
  const { toolChoice: _choice, thinkingBudget: _thinking, stopSequences: _stops, ...rest } = params;
  const transcript = transcriptOf(old, Math.max(0, budget - mostTokens) * CHARS_PER_TOKEN);
  const asked: Message = { role: 'user', blocks: [{ type: 'text', text: transcript }] };
  const request = {
    system: INSTRUCTIONS,
    dialog: [asked],
    tools: [],
    params: { ...rest, maxGenerationTokens: mostTokens },
  };
  try {
    const { message, usage } = await generator.step(request, {}, signal);
    const text = textOf(message).trim();
    return { text: text === '' ? transcript : text, usage };
  } catch (error) {
    if (signal.aborted) throw cpeFault('Cancelled', 'The run was cancelled.', { cause: error });
    return { text: transcript, usage: NO_USAGE };
  }
}

function summaryMessage(text: string): UserMessage {
  const note = '[The earlier part of this conversation was summarised to make room:]';
  return { role: 'user', summary: true, blocks: [{ type: 'text', text: `${note}\n${text}` }] };
}

/** The longest results are shortened for this request alone, until it fits; what is kept stays whole. */
export function withShortResults(request: StepRequest, budget: number): StepRequest {
  let dialog = request.dialog;
  for (let most = longestResult(dialog); most > 400 && tokensOf({ ...request, dialog }) > budget; ) {
    most = Math.floor(most / 2);
    dialog = dialog.map((message) => shortened(message, most));
  }
  return dialog === request.dialog ? request : { ...request, dialog };
}

function longestResult(dialog: readonly Message[]): number {
  const sizes = dialog.flatMap((message) =>
    message.role === 'tool' ? message.blocks.map((block) => tokensIn(block)) : [],
  );
  return Math.max(0, ...sizes) * 4;
}

function shortened(message: Message, mostChars: number): Message {
  if (message.role !== 'tool') return message;
  const blocks = message.blocks.map((block) => ({
    ...block,
    content: block.content.map((part) => (part.type === 'text' ? { ...part, text: ends(part.text, mostChars) } : part)),
  }));
  return { ...message, blocks };
}
