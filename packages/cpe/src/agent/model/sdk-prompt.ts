import { isObject } from '@quadrivium/kernel/essentials';
import type {
  AssistantMessage,
  CallBlock,
  MediaBlock,
  Message,
  ResultBlock,
  TextBlock,
  ThoughtBlock,
} from '../dialog.js';
import { modalityOf } from '../modality.js';
import type { ProviderOptions, SdkPrompt } from '../providers/provider.js';

type SdkMessage = SdkPrompt[number];
type AssistantPart = Extract<SdkMessage, { role: 'assistant' }>['content'][number];
type UserPart = Extract<SdkMessage, { role: 'user' }>['content'][number];
type ResultPart = Extract<Extract<SdkMessage, { role: 'tool' }>['content'][number], { type: 'tool-result' }>;

export interface PromptRules {
  /** Kinds of input the model takes: text, image, audio, pdf. */
  readonly modalities: readonly string[];
  readonly mediaInResults: boolean;
}

/** Providers that cache say so with this mark; the others ignore it. */
const CACHE_HERE: ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/** The dialog as the provider packages want it. The beginning and the end are marked as worth caching. */
export function sdkPrompt(system: string | undefined, dialog: readonly Message[], rules: PromptRules): SdkPrompt {
  const messages = dialog.flatMap((message) => sdkMessages(message, rules));
  const last = messages.at(-1);
  const marked = last === undefined ? messages : [...messages.slice(0, -1), { ...last, providerOptions: CACHE_HERE }];
  if (system === undefined || system === '') return marked;
  return [{ role: 'system', content: system, providerOptions: CACHE_HERE }, ...marked];
}

function sdkMessages(message: Message, rules: PromptRules): SdkMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.blocks.map((block) => userPart(block, rules)) }];
    case 'assistant':
      return assistantMessages(message);
    case 'tool':
      return toolMessages(message.blocks, rules);
  }
}

/** Without a word about it, a model would take what it was stopped at for all it had to say. */
const STOPPED = { type: 'text', text: '[The user interrupted here.]' } as const;

function assistantMessages({ blocks, interrupted }: AssistantMessage): SdkMessage[] {
  const content = [...blocks.map(assistantPart), ...(interrupted === true ? [STOPPED] : [])];
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}

function assistantPart(block: TextBlock | ThoughtBlock | CallBlock): AssistantPart {
  const known = block.meta === undefined ? {} : { providerOptions: block.meta as ProviderOptions };
  if (block.type === 'text') return { type: 'text', text: block.text, ...known };
  if (block.type === 'thought') return { type: 'reasoning', text: block.text, ...known };
  return { type: 'tool-call', toolCallId: block.id, toolName: block.tool, input: objectIn(block.input), ...known };
}

/** Arguments that are no JSON object are not sent again: the result of the call quotes them as they were written. */
function objectIn(input: string): object {
  try {
    const value: unknown = JSON.parse(input);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function userPart(block: TextBlock | MediaBlock, { modalities }: PromptRules): UserPart {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (!modalities.includes(modalityOf(block.mimeType))) {
    return {
      type: 'text',
      text: `[${block.name ?? 'a file'} of type ${block.mimeType} is left out: this model cannot take it]`,
    };
  }
  const name = block.name === undefined ? {} : { filename: block.name };
  return { type: 'file', mediaType: block.mimeType, data: block.data, ...name };
}

function toolMessages(results: readonly ResultBlock[], rules: PromptRules): SdkMessage[] {
  const content = results.map((result) => resultPart(result, rules));
  const media = rules.mediaInResults ? [] : results.flatMap((result) => mediaBeside(result, rules));
  const tool: SdkMessage = { role: 'tool', content };
  return media.length === 0 ? [tool] : [tool, { role: 'user', content: media }];
}

/** Where results hold text only, images come in the next message and say where they belong. */
function mediaBeside({ id, tool, content }: ResultBlock, rules: PromptRules): UserPart[] {
  const media = content.filter((block) => block.type === 'media');
  if (media.length === 0) return [];
  return [
    { type: 'text', text: `From the result of ${tool} (${id}):` },
    ...media.map((block) => userPart(block, rules)),
  ];
}

function resultPart({ id, tool, isError, content }: ResultBlock, rules: PromptRules): ResultPart {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const media = content.filter((block) => block.type === 'media');
  const call = { type: 'tool-result', toolCallId: id, toolName: tool } as const;
  if (media.length === 0 || !rules.mediaInResults) {
    const value = media.length === 0 ? text : `${text}\n[${media.length} more in the next message]`.trimStart();
    return { ...call, output: { type: isError ? 'error-text' : 'text', value } };
  }
  const parts = media.map((block) =>
    rules.modalities.includes(modalityOf(block.mimeType))
      ? mediaPart(block)
      : ({ type: 'text', text: `[a file of type ${block.mimeType} is left out]` } as const),
  );
  return {
    ...call,
    output: { type: 'content', value: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...parts] },
  };
}

function mediaPart({ mimeType, data }: MediaBlock) {
  const type = mimeType.startsWith('image/') ? ('image-data' as const) : ('file-data' as const);
  return { type, data, mediaType: mimeType };
}
