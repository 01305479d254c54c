import * as z from 'zod';

const seconds = z.number().min(0).max(86_400);
const texts = z.record(z.string().min(1), z.string());
const names = z.array(z.string().min(1)).min(1);

/** What `timeout` means when it is left out, or 0. */
export const DEFAULT_TIMEOUT_SECONDS = 60;

/** How long a call may be silent when `requestTimeout` is left out. */
export const DEFAULT_REQUEST_SECONDS = 60;

export const ResourceLinks = z
  .enum(['text', 'error', 'inline'])
  .describe('A link in a result: described as text, reported as an error, or replaced by what it points to');

/**
 * One server under `mcpServers`. Which fields go together is in `rules/`, so that every broken rule is reported at once
 * and not only the first.
 */
export const ServerConfig = z.strictObject({
  type: z.enum(['stdio', 'http', 'sse']).describe('Transport: a child process, Streamable HTTP, or HTTP with SSE'),
  command: z.string().min(1).optional().describe('stdio: the executable, started without a shell'),
  args: z.array(z.string()).optional().describe('stdio: arguments of the command'),
  url: z.string().optional().describe('http and sse: the endpoint'),
  env: texts.optional().describe('stdio: variables added to the inherited environment'),
  headers: texts.optional().describe('http and sse: headers sent with every request'),
  oauth: z
    .strictObject({
      clientId: z
        .string()
        .min(1)
        .optional()
        .describe('Where the authorization server does not register clients itself'),
      clientSecret: z.string().min(1).optional(),
      scope: z.string().min(1).optional().describe('What to ask for, separated by spaces'),
    })
    .optional()
    .describe('http and sse: how cpe mcp login introduces itself'),
  cwd: z.string().min(1).optional().describe('stdio: working directory of the server'),
  timeout: seconds
    .default(DEFAULT_TIMEOUT_SECONDS)
    .describe('Seconds for connecting; 0 means the default. Calls have requestTimeout'),
  startupTimeout: seconds.positive().optional().describe('The same as `timeout`, which it wins over'),
  requestTimeout: seconds
    .positive()
    .optional()
    .describe(`Seconds a call may go without an answer or progress; ${DEFAULT_REQUEST_SECONDS} when left out`),
  maxRequestTime: seconds
    .positive()
    .optional()
    .describe('Seconds a request may take in all, whatever it reports; 3600 when left out'),
  enabledTools: names.optional().describe('Only these tools are used; names, or patterns with * and ?'),
  disabledTools: names.optional().describe('These tools are not used; names, or patterns with * and ?'),
  lazy: z
    .boolean()
    .optional()
    .describe(
      'Connect on the first call; until then the tools are those that the cache remembers. defaults.lazy otherwise',
    ),
  required: z.boolean().default(true).describe('When false, cpe goes on without this server if it cannot be used'),
  protocol: z
    .enum(['auto', 'legacy', 'modern', '2026-07-28'])
    .optional()
    .describe('Protocol era; found out by default'),
  resourceLinks: ResourceLinks.optional(),
  maxMessageBytes: z
    .int()
    .min(1024)
    .optional()
    .describe('The longest message that is accepted: a line, an answer or an event; 64 MiB when left out'),
  tasks: z
    .boolean()
    .default(true)
    .describe(
      'Let long calls of a model become tasks, which chats and editors put aside; false waits for their results',
    ),
  taskPatience: seconds.default(4).describe('Seconds a call that became a task is waited for before it is put aside'),
  instructions: z.boolean().default(true).describe('Tell models what the server says about its own use'),
  forwardEvents: z.boolean().default(true).describe('stdio: tell the server where subagent events are collected'),
});

export type ServerConfig = z.output<typeof ServerConfig>;

/** The seconds that `timeout` stands for. */
export function timeoutOf({ timeout }: Pick<ServerConfig, 'timeout'>): number {
  return timeout === 0 ? DEFAULT_TIMEOUT_SECONDS : timeout;
}
