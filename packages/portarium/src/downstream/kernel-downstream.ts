/** MCP servers through the kernel's client: one connection each, opened when first needed, kept while it holds. */
import {
  type Connection,
  type ConnectOptions,
  connect,
  isConnectionFault,
  type ServerConfigInput,
} from '@quadrivium/kernel/client';
import { parseBounded } from '@quadrivium/kernel/untrusted';
import type { CallOutcome, Downstream, ToolCall, ToolInfo } from '../steps/ports.js';
import { Turns } from './turns.js';

export interface KernelDownstream extends Downstream {
  close(): Promise<void>;
}

/** Under this `_meta` key a server finds the key that is the same for every attempt of one step. */
const idempotencyMetaKey = 'portarium/idempotencyKey';

interface DownstreamOptions extends ConnectOptions {
  readonly trustAnnotations?: Readonly<Record<string, boolean>> | undefined;
  /** How many calls of a server may be under way at once; unlimited where nothing is said. */
  readonly concurrentCalls?: Readonly<Record<string, number>> | undefined;
}

export function connectDownstream(
  servers: Readonly<Record<string, ServerConfigInput>>,
  { trustAnnotations = {}, concurrentCalls = {}, ...options }: DownstreamOptions = {},
): KernelDownstream {
  const turns = new Map(Object.entries(concurrentCalls).map(([server, limit]) => [server, new Turns(limit)]));
  const open = new Map<string, Promise<Connection>>();

  function connection(server: string): Promise<Connection> {
    const known = open.get(server);
    if (known !== undefined) return known;
    const config = servers[server];
    if (config === undefined) return Promise.reject(new Error(`No server "${server}" is configured.`));
    const opening = connect(config, { name: server, ...options });
    open.set(server, opening);
    // A server that could not be reached is tried again with the next call.
    opening.then((made) => made.onClose(() => open.delete(server))).catch(() => open.delete(server));
    return opening;
  }

  return {
    servers: () => Object.keys(servers),
    trusts: (server) => trustAnnotations[server],
    async tools(server) {
      const { tools } = await (await connection(server)).tools();
      return tools as readonly ToolInfo[];
    },
    async call(call) {
      const done = await turns
        .get(call.server)
        ?.take(AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutMs)]));
      if (done === undefined && turns.has(call.server))
        return notSent(new Error(`"${call.server}" has as many calls under way as it may have.`));
      try {
        return await callTool(await connection(call.server), call);
      } catch (error) {
        return notSent(error as Error);
      } finally {
        done?.();
      }
    },
    async close() {
      const all = [...open.values()];
      open.clear();
      await Promise.all(all.map(async (opening) => (await opening.catch(() => undefined))?.close()));
    },
  };
}

function notSent(error: Error): CallOutcome {
  return { ok: false, certainty: 'not-sent', error: { kind: 'Unreachable', message: error.message, retryable: true } };
}

async function callTool(made: Connection, call: ToolCall): Promise<CallOutcome> {
  const { tool, arguments: args, idempotencyKey, timeoutMs, signal } = call;
  try {
    const meta = { [idempotencyMetaKey]: idempotencyKey };
    const result = await made.callTool(tool, args, { signal, timeoutMs, maxTotalMs: timeoutMs, meta });
    const output = result.structuredContent ?? outputOf(result.content as readonly TextBlock[]);
    if (!result.isError) return { ok: true, output };
    return {
      ok: false,
      certainty: 'answered',
      error: { kind: 'ToolError', message: textOf(result.content as readonly TextBlock[]), retryable: false },
    };
  } catch (error) {
    return failed(error as Error);
  }
}

/** Faults that say the request never left, or that it was answered; after all others nobody knows. */
function failed(error: Error): CallOutcome {
  const kind = 'kind' in error ? String(error.kind) : 'CallFailed';
  const { message } = error;
  if (
    isConnectionFault(error, 'SpawnFailed', 'HandshakeFailed', 'HandshakeTimeout', 'Unauthorized') ||
    neverArrived(error)
  ) {
    return { ok: false, certainty: 'not-sent', error: { kind, message, retryable: kind !== 'Unauthorized' } };
  }
  if (isConnectionFault(error, 'RpcError', 'Unsupported')) {
    return { ok: false, certainty: 'answered', error: { kind, message, retryable: false } };
  }
  return { ok: false, certainty: 'unknown', error: { kind, message, retryable: true } };
}

/** A refused connection carried nothing; one that broke later may have. */
function neverArrived(error: Error): boolean {
  const code = isConnectionFault(error, 'Unreachable') ? error.context.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
}

interface TextBlock {
  readonly type: string;
  readonly text?: string;
}

const textOf = (content: readonly TextBlock[]): string =>
  content
    .map(({ text }) => text ?? '')
    .join('\n')
    .slice(0, 2000);

/** Text that is JSON, and nests no deeper than a message may, is taken as such: older servers have no other way to answer with data. */
function outputOf(content: readonly TextBlock[]): unknown {
  const text = content.filter(({ type }) => type === 'text').map((block) => block.text ?? '');
  if (text.length !== 1) return { content };
  try {
    return parseBounded(text[0] ?? '');
  } catch {
    return { text: text[0] };
  }
}
