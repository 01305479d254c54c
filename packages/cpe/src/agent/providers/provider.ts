import type { LanguageModel } from 'ai';
import type { ModelConfig } from '../../config/schema.js';
import type { Thinking } from './thinking.js';

/** The interface that all provider packages implement; one call is one step, without retries. */
export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v3' }>;
export type SdkCall = Parameters<SdkModel['doStream']>[0];
export type SdkStreamPart =
  Awaited<ReturnType<SdkModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
export type SdkPrompt = SdkCall['prompt'];
export type ProviderOptions = NonNullable<SdkCall['providerOptions']>;

export interface ProviderSetup {
  readonly id: string;
  readonly baseUrl: string | undefined;
  /** Undefined only where `needsKey` is false. */
  readonly key: string | undefined;
  readonly auth: ModelConfig['auth_method'];
  readonly fetch: typeof fetch;
}

/** How one kind of provider is spoken to. A new one is a file beside this and a line in `index.ts`. */
export interface Provider {
  readonly type: ModelConfig['type'];
  /** Variable of the key when the configuration names none. */
  readonly keyVariable: string;
  readonly needsKey: boolean;
  /** Whether images fit into the result of a tool; otherwise they follow in a message of the user. */
  readonly mediaInResults: boolean;
  create(setup: ProviderSetup): Promise<SdkModel>;
  options(thinking: Thinking | undefined): ProviderOptions;
}

export function withBase(baseUrl: string | undefined): { baseURL?: string } {
  return baseUrl === undefined ? {} : { baseURL: baseUrl.replace(/\/+$/, '') };
}
