import { CodeModeConfig } from '@quadrivium/codemode/settings';
import * as z from 'zod';
import { ApprovalConfig } from './approval-schema.js';
import { parseDuration } from './duration.js';
import { GenerationParams, ModelConfig } from './model-schema.js';
import { ServerRequestConfig } from './server-request-schema.js';
import { ResourceLinks, ServerConfig } from './server-schema.js';

export { CodeModeConfig } from '@quadrivium/codemode/settings';
export { ApprovalConfig } from './approval-schema.js';
export { GenerationParams, ModelConfig, type ModelType } from './model-schema.js';
export { DEFAULT_REQUEST_SECONDS, DEFAULT_TIMEOUT_SECONDS, ServerConfig, timeoutOf } from './server-schema.js';

const Duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, 'must be a duration such as 90s, 5m or 1h30m');

export const Defaults = z.strictObject({
  model: z.string().min(1).optional().describe('The ref of a model; --model and CPE_MODEL win over it'),
  systemPromptPath: z.string().min(1).optional(),
  generationParams: GenerationParams.optional(),
  timeout: Duration.optional().describe('For one model step; 5m when left out'),
  codeMode: CodeModeConfig.optional(),
  duplicates: z
    .enum(['skip', 'error', 'prefix'])
    .default('skip')
    .describe('Two servers offer one tool name: keep the first, refuse, or put the server before the name'),
  lazy: z.boolean().default(false).describe('Servers are connected on their first call, unless they say otherwise'),
  resourceLinks: ResourceLinks.default('text'),
  largeOutputCharLimit: z.int().min(1).optional().describe('Longer results are kept aside and read piecewise'),
  toolBudget: z.int().min(0).optional().describe('Tokens that tool definitions may take of the context'),
  eventFailure: z.enum(['warn', 'abort']).default('warn').describe('When subagent events cannot be delivered'),
});

export const SubagentConfig = z.strictObject({
  name: z.string().min(1).describe('Name of the tool that cpe mcp serve offers'),
  description: z.string().min(1).describe('What the tool is for, in words for the calling model'),
  outputSchemaPath: z.string().min(1).optional().describe('JSON Schema of the result; text when left out'),
  allowPaths: z
    .array(z.string().min(1))
    .optional()
    .describe('Folders beside the working directory that inputs may name'),
});

/** The whole file. Names of servers are free, but must be usable as a part of a tool name. */
export const Config = z.strictObject({
  $schema: z.string().optional(),
  version: z.union([z.string(), z.number()]).optional().describe('"1.0"'),
  mcpServers: z
    .record(
      z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'may have letters, digits, dot, dash and underscore'),
      ServerConfig,
    )
    .default({}),
  models: z.array(ModelConfig).default([]),
  defaults: Defaults.prefault({}),
  subagent: SubagentConfig.optional(),
  approvals: ApprovalConfig.prefault({}),
  serverRequests: ServerRequestConfig.prefault({}),
});

export type Config = z.output<typeof Config>;
export type Defaults = z.output<typeof Defaults>;
export type SubagentConfig = z.output<typeof SubagentConfig>;
