import { cpeFault } from '../../faults.js';
import type { AssistantMessage, Meta } from '../dialog.js';
import { type ModelStep, NO_USAGE, type StepListener, type TokenUsage } from '../generator.js';
import type { SdkStreamPart } from '../providers/provider.js';

type Block = AssistantMessage['blocks'][number];
type Finish = Extract<SdkStreamPart, { type: 'finish' }>;

/** Puts a step together from its stream, telling the listener on the way. Throws when the stream was cut. */
export async function collectStep(stream: ReadableStream<SdkStreamPart>, listener: StepListener): Promise<ModelStep> {
  const step = new StepBuilder(listener);
  for await (const part of stream as unknown as AsyncIterable<SdkStreamPart>) step.take(part);
  return step.finished();
}

class StepBuilder {
  readonly #listener: StepListener;
  readonly #blocks: (Block | undefined)[] = [];
  /** Texts and thoughts that are still growing, by the id of the stream. */
  readonly #open = new Map<string, { index: number; type: 'text' | 'thought'; text: string; meta: Meta | undefined }>();
  readonly #warnings: string[] = [];
  #finish: Finish | undefined;

  constructor(listener: StepListener) {
    this.#listener = listener;
  }

  take(part: SdkStreamPart): void {
    switch (part.type) {
      case 'stream-start':
        this.#warnings.push(...part.warnings.map(warningText));
        break;
      case 'text-start':
      case 'reasoning-start':
        this.#start(part);
        break;
      case 'text-delta':
      case 'reasoning-delta':
        this.#grow(part);
        break;
      case 'text-end':
      case 'reasoning-end':
        this.#end(part);
        break;
      case 'tool-call':
        this.#call(part);
        break;
      case 'finish':
        this.#finish = part;
        break;
      case 'error':
        throw part.error;
      default:
    }
  }

  finished(): ModelStep {
    const { finishReason, usage } = this.#finish ?? {};
    // The packages finish every stream, also one that ended before the provider gave a reason.
    if (finishReason === undefined || (finishReason.unified === 'other' && finishReason.raw === undefined))
      throw cutStream(this.#blocks.length > 0);
    for (const key of [...this.#open.keys()]) this.#close(key, undefined);
    const blocks = this.#blocks.filter((block) => block !== undefined);
    const hasCalls = blocks.some((block) => block.type === 'call');
    return {
      message: { role: 'assistant', blocks },
      ending: endingOf(finishReason.unified, hasCalls),
      usage: usage === undefined ? NO_USAGE : usageOf(usage),
      warnings: this.#warnings,
    };
  }

  #start({ type, id, providerMetadata }: Extract<SdkStreamPart, { type: 'text-start' | 'reasoning-start' }>): void {
    const index = this.#blocks.push(undefined) - 1;
    const kind = type === 'text-start' ? 'text' : 'thought';
    this.#open.set(`${kind}:${id}`, { index, type: kind, text: '', meta: providerMetadata });
  }

  #grow(part: Extract<SdkStreamPart, { type: 'text-delta' | 'reasoning-delta' }>): void {
    const kind = part.type === 'text-delta' ? 'text' : 'thought';
    const open = this.#open.get(`${kind}:${part.id}`);
    if (open === undefined) return;
    open.text += part.delta;
    open.meta = merged(open.meta, part.providerMetadata);
    if (kind === 'text') this.#listener.onText?.(part.delta);
    else this.#listener.onThought?.(part.delta);
  }

  #end({ type, id, providerMetadata }: Extract<SdkStreamPart, { type: 'text-end' | 'reasoning-end' }>): void {
    this.#close(`${type === 'text-end' ? 'text' : 'thought'}:${id}`, providerMetadata);
  }

  #close(key: string, added: Meta | undefined): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#open.delete(key);
    const meta = merged(open.meta, added);
    // Some providers open a text and say nothing; others refuse to see it again.
    if (open.text === '' && (open.type === 'text' || meta === undefined)) return;
    this.#blocks[open.index] = { type: open.type, text: open.text, ...(meta === undefined ? {} : { meta }) };
  }

  #call({ toolCallId, toolName, input, providerMetadata }: Extract<SdkStreamPart, { type: 'tool-call' }>): void {
    const meta = providerMetadata === undefined ? {} : { meta: providerMetadata };
    this.#blocks.push({ type: 'call', id: toolCallId, tool: toolName, input: input === '' ? '{}' : input, ...meta });
  }
}

function merged(old: Meta | undefined, added: Meta | undefined): Meta | undefined {
  return added === undefined ? old : { ...old, ...added };
}

function endingOf(reason: Finish['finishReason']['unified'], hasCalls: boolean): ModelStep['ending'] {
  if (reason === 'length') return 'length';
  if (reason === 'content-filter') return 'filter';
  return hasCalls ? 'calls' : 'stop';
}

function usageOf({ inputTokens, outputTokens }: Finish['usage']): TokenUsage {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    cacheReadTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
  };
}

function warningText(warning: { type: string; feature?: string; details?: string; message?: string }): string {
  const { type, feature, details, message } = warning;
  return message ?? `${feature ?? ''} is ${type}${details === undefined ? '' : `: ${details}`}`;
}

function cutStream(hasBegun: boolean): Error {
  const message = hasBegun
    ? 'The stream of the model ended before the answer did.'
    : 'The provider ended its answer without a word.';
  return cpeFault('ModelFailed', message, { context: { retry: true } });
}
