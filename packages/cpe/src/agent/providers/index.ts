import type { ModelType } from '../../config/schema.js';
import { anthropic } from './anthropic.js';
import { cerebras } from './cerebras.js';
import { compatibles } from './compatible.js';
import { gemini } from './gemini.js';
import { groq } from './groq.js';
import { openai } from './openai.js';
import { openrouter } from './openrouter.js';
import type { Provider } from './provider.js';
import { responses } from './responses.js';

export const providers: readonly Provider[] = [
  anthropic,
  openai,
  responses,
  gemini,
  groq,
  cerebras,
  openrouter,
  ...compatibles,
];

export function providerOf(type: ModelType): Provider {
  const provider = providers.find((each) => each.type === type);
  if (provider === undefined) throw new Error(`No provider is listed for models of type ${type}.`);
  return provider;
}
