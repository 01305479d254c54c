import type { ServerRequestHandlers } from '@quadrivium/kernel/client';
import { cpeFault } from '../../faults.js';
import { type MediaBlock, type Message, type TextBlock, textOf } from '../dialog.js';
import type { Generator, ModelStep } from '../generator.js';

type Sampling = NonNullable<ServerRequestHandlers['sampling']>;
type Request = Parameters<Sampling>[0];
type Answer = Awaited<ReturnType<Sampling>>;

const ENDINGS: Readonly<Record<ModelStep['ending'], string>> = {
  stop: 'endTurn',
  calls: 'endTurn',
  length: 'maxTokens',
  filter: 'endTurn',
};

/** An answer of our model for a server, if that is allowed. */
export async function sampled(
  request: Request,
  generator: Generator,
  isAllowed: (request: Request, signal: AbortSignal) => Promise<boolean>,
  signal: AbortSignal,
): Promise<Answer> {
  if (!(await isAllowed(request, signal)))
    throw cpeFault('Cancelled', 'The user did not allow the model to answer the server.');
  const { systemPrompt: system, maxTokens: maxGenerationTokens, temperature, stopSequences } = request;
  const params = {
    maxGenerationTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
  };
  const dialog = request.messages.map(messageOf);
  const { message, ending } = await generator.step({ system, dialog, tools: [], params }, {}, signal);
  const content = { type: 'text' as const, text: textOf(message) };
  return { role: 'assistant', content, model: generator.model.ref, stopReason: ENDINGS[ending] };
}

function messageOf({ role, content }: Request['messages'][number]): Message {
  const parts = Array.isArray(content) ? content : [content];
  const blocks = parts.flatMap((part): (TextBlock | MediaBlock)[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (part.type === 'image' || part.type === 'audio')
      return [{ type: 'media', mimeType: part.mimeType, data: part.data }];
    return [];
  });
  if (role === 'user') return { role, blocks };
  return { role, blocks: blocks.filter((block) => block.type === 'text') };
}
