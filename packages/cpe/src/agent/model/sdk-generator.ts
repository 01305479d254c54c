import type { GenerationParams, ModelConfig } from '../../config/schema.js';
import { cpeFault } from '../../faults.js';
import type { Generator, ModelFacts, ModelStep, StepRequest, ToolOffer } from '../generator.js';
import { providerOf } from '../providers/index.js';
import type { Provider, SdkCall, SdkModel } from '../providers/provider.js';
import { type Thinking, thinkingOf, thinkingWarning } from '../providers/thinking.js';
import { apiKeyOf } from './api-key.js';
import { modelFault } from './model-fault.js';
import { patchedFetch } from './patched-fetch.js';
import { sdkPrompt } from './sdk-prompt.js';
import { collectStep } from './sdk-step.js';
import { refusingWebPages } from './web-page.js';

export interface GeneratorSetup {
  readonly env: NodeJS.ProcessEnv;
  readonly fetch: typeof fetch;
  /** For one step, from question to the end of the answer. */
  readonly timeoutMs: number;
}

/** A model of the configuration as a generator, over the provider packages of the AI SDK. */
export async function openGenerator(model: ModelConfig, setup: GeneratorSetup): Promise<Generator> {
  const provider = providerOf(model.type);
  if (model.type === 'openai-compatible' && model.base_url === undefined) throw noAddress(model);
  const sdkModel = await provider.create({
    id: model.id,
    baseUrl: model.base_url,
    key: apiKeyOf(model, setup.env),
    auth: model.auth_method,
    fetch: refusingWebPages(model.ref, patchedFetch(model, setup.fetch)),
  });
  const facts = factsOf(model);
  return {
    model: facts,
    step: async (request, listener, signal) => {
      const deadline = AbortSignal.timeout(setup.timeoutMs);
      const call = callOf(request, provider, facts, thinkingOf(model, request.params.thinkingBudget));
      try {
        const { stream } = await start(sdkModel, { ...call, abortSignal: AbortSignal.any([signal, deadline]) });
        return withWarning(await collectStep(stream, listener), thinkingWarning(model, request.params.thinkingBudget));
      } catch (error) {
        if (signal.aborted) throw cpeFault('Cancelled', 'The run was cancelled.', { cause: error });
        throw deadline.aborted ? tooSlow(model, setup.timeoutMs) : modelFault(error, model.ref);
      }
    },
  };
}

function withWarning(step: ModelStep, warning: string | undefined): ModelStep {
  return warning === undefined ? step : { ...step, warnings: [warning, ...step.warnings] };
}

function start(model: SdkModel, call: SdkCall) {
  return model.doStream(call);
}

export function factsOf(model: ModelConfig): ModelFacts {
  const { ref, context_window: contextWindow, max_output: maxOutput, modalities } = model;
  return { ref, contextWindow, maxOutput, modalities };
}

function callOf(
  { system, dialog, tools, params }: StepRequest,
  provider: Provider,
  facts: ModelFacts,
  thinking: Thinking | undefined,
): SdkCall {
  const { mediaInResults } = provider;
  const choice = tools.length === 0 ? undefined : choiceOf(params.toolChoice);
  return {
    prompt: sdkPrompt(system, dialog, { modalities: facts.modalities, mediaInResults }),
    ...limitsOf(params, facts),
    ...(tools.length === 0 ? {} : { tools: tools.map(functionTool) }),
    ...(choice === undefined ? {} : { toolChoice: choice }),
    providerOptions: provider.options(thinking),
  };
}

function limitsOf(params: GenerationParams, { maxOutput }: ModelFacts): Partial<SdkCall> {
  const { temperature, topP, topK, frequencyPenalty, presencePenalty, stopSequences } = params;
  const limits = [params.maxGenerationTokens, maxOutput].filter((limit) => limit !== undefined && limit > 0);
  const given = {
    temperature,
    topP,
    topK: topK === 0 ? undefined : topK,
    frequencyPenalty,
    presencePenalty,
    stopSequences,
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(known) as Partial<SdkCall>),
    ...(limits.length === 0 ? {} : { maxOutputTokens: Math.min(...(limits as number[])) }),
  };
}

function functionTool({ name, description, inputSchema }: ToolOffer) {
  type Schema = Extract<NonNullable<SdkCall['tools']>[number], { type: 'function' }>['inputSchema'];
  return { type: 'function', name, description, inputSchema: inputSchema as Schema } as const;
}

function choiceOf(wish: string | undefined): SdkCall['toolChoice'] {
  if (wish === undefined) return undefined;
  if (wish === 'auto' || wish === 'required' || wish === 'none') return { type: wish };
  return { type: 'tool', toolName: wish };
}

function tooSlow({ ref }: ModelConfig, timeoutMs: number): Error {
  return cpeFault('ModelFailed', `Model ${ref} took longer than ${timeoutMs / 1000} s for one step.`, {
    context: { model: ref, retry: false },
    suggestion: 'Give it more time with --timeout or defaults.timeout.',
  });
}

function noAddress({ ref }: ModelConfig): Error {
  return cpeFault('ConfigInvalid', `Model ${ref} of type openai-compatible has no base_url.`);
}
