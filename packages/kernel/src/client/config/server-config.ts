import * as z from 'zod';
import { Fault } from '../../fault.js';

const seconds = z.number().positive().max(86_400);
const texts = z.record(z.string().min(1), z.string());

/** A server that reports progress for ever is not waited for for ever. */
export const DEFAULT_MAX_SECONDS = 3_600;

const timing = {
  timeout: seconds.default(60).describe('Seconds for connecting, and again for every request'),
  startupTimeout: seconds.optional().describe('Seconds for connecting; `timeout` when omitted'),
  requestTimeout: seconds.optional().describe('Seconds without an answer or progress; `timeout` when omitted'),
  maxRequestTime: seconds
    .optional()
    .describe(
      `Seconds a request may take in all, however much progress it reports; ${DEFAULT_MAX_SECONDS} when omitted`,
    ),
};

const choices = {
  protocol: z.enum(['auto', 'legacy', 'modern']).optional().describe('Protocol era; found out when omitted'),
  enabledTools: z.array(z.string()).optional().describe('Only these tools are offered'),
  disabledTools: z.array(z.string()).optional().describe('These tools are not offered'),
};

export const StdioServerConfig = z.strictObject({
  type: z.literal('stdio').describe('A program that is started'),
  command: z.string().min(1).describe('Executable of the server, started without a shell'),
  args: z.array(z.string()).default([]).describe('Its words, one by one'),
  env: texts.default({}).describe('Added to the inherited environment'),
  cwd: z.string().min(1).optional().describe('Working directory of the server'),
  ...timing,
  ...choices,
});

const remote = {
  url: z.url({ protocol: /^https?$/ }).describe('Endpoint of the server'),
  headers: texts.default({}).describe('Sent with every request'),
  ...timing,
  ...choices,
};

const http = z.literal('http').describe('Streamable HTTP');
const sse = z.literal('sse').describe('HTTP with SSE, as servers of 2024 speak it');

export const HttpServerConfig = z.strictObject({ type: http, ...remote });
export const SseServerConfig = z.strictObject({ type: sse, ...remote });

/** A server that a person names in a configuration file. Whoever lists tools to a model applies the two tool filters. */
export const ServerConfig = z
  .discriminatedUnion('type', [StdioServerConfig, HttpServerConfig, SseServerConfig])
  .superRefine(refuseBothFilters);

/** Shared with configurations that extend these objects, because a refinement does not survive an extension. */
export function refuseBothFilters(
  config: { readonly enabledTools?: unknown; readonly disabledTools?: unknown },
  context: z.core.$RefinementCtx,
): void {
  if (config.enabledTools === undefined || config.disabledTools === undefined) return;
  context.addIssue({
    code: 'custom',
    path: ['disabledTools'],
    message: 'enabledTools and disabledTools exclude each other',
  });
}

export type ServerConfig = z.output<typeof ServerConfig>;
export type ServerConfigInput = z.input<typeof ServerConfig>;

export function parseServerConfig(input: unknown): ServerConfig {
  const parsed = ServerConfig.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'server'}: ${issue.message}`);
  throw new Fault('InvalidConfig', `The server configuration is not valid: ${issues.join('; ')}.`, {
    context: { issues },
    suggestion: 'A server needs type stdio with command, or type http or sse with url.',
  });
}
