import { CodeModeConfig } from '@quadrivium/codemode/settings';
import * as z from 'zod';

export const GenerationParams = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  topK: z.int().min(0).optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  presencePenalty: z.number().min(-2).max(2).optional(),
  n: z.int().min(0).max(2).optional(),
  maxGenerationTokens: z.int().min(0).optional(),
  toolChoice: z.string().min(1).optional().describe('auto, required, none, or the name of a tool'),
  stopSequences: z.array(z.string()).optional(),
  thinkingBudget: z
    .string()
    .regex(/^(minimal|low|medium|high|\d+)$/, 'must be minimal, low, medium, high or a number of tokens')
    .optional(),
});

export type GenerationParams = z.output<typeof GenerationParams>;

export const MODEL_TYPES = [
  'anthropic',
  'openai',
  'responses',
  'gemini',
  'groq',
  'cerebras',
  'openrouter',
  'zai',
  'openai-compatible',
] as const;

const JsonPatchStep = z.strictObject({
  op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
  path: z.string(),
  from: z.string().optional(),
  value: z.unknown().optional(),
});

export const ModelConfig = z.strictObject({
  ref: z.string().min(1).describe('The name used with --model'),
  display_name: z.string().optional(),
  id: z.string().min(1).describe('The name the provider knows'),
  type: z.enum(MODEL_TYPES).describe('How the provider is spoken to'),
  base_url: z.url({ protocol: /^https?$/ }).optional(),
  api_key_env: z.string().min(1).optional().describe('Variable that holds the key'),
  auth_method: z.enum(['apikey', 'oauth']).optional(),
  context_window: z.int().min(1).optional().describe('Tokens'),
  max_output: z.int().min(1).optional().describe('Tokens'),
  input_cost_per_million: z.number().min(0).optional(),
  output_cost_per_million: z.number().min(0).optional(),
  cache_read_cost_per_million: z
    .number()
    .min(0)
    .optional()
    .describe('Input from the cache; the price of input when left out'),
  cache_write_cost_per_million: z
    .number()
    .min(0)
    .optional()
    .describe('Input to the cache; the price of input when left out'),
  modalities: z
    .array(z.enum(['text', 'image', 'audio', 'pdf']))
    .default(['text', 'image'])
    .describe('What the model takes as input; anything else is saved to a file and noted'),
  thinking: z
    .enum(['budget', 'effort', 'adaptive', 'level', 'switch', 'none'])
    .optional()
    .describe('How the model takes thinkingBudget, where cpe does not know it or knows it wrongly'),
  patchRequest: z
    .strictObject({
      jsonPatch: z.array(JsonPatchStep).optional(),
      includeHeaders: z.record(z.string().min(1), z.string()).optional(),
    })
    .optional(),
  systemPromptPath: z.string().min(1).optional(),
  generationDefaults: GenerationParams.optional(),
  codeMode: CodeModeConfig.optional().describe('Replaces defaults.codeMode as a whole'),
});

export type ModelConfig = z.output<typeof ModelConfig>;
export type ModelType = ModelConfig['type'];
