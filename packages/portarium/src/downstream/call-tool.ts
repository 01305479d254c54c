/** One call of a tool, and how sure we are about what became of it. */

import { type Connection, isConnectionFault, type Progress } from '@quadrivium/kernel/client';
import { attempt } from '@quadrivium/kernel/essentials';
import { parseBounded } from '@quadrivium/kernel/untrusted';
import type { CallOutcome, ToolCall, ToolResult } from '../steps/ports.js';

/** Under this `_meta` key a server finds the key that is the same for every attempt of one step. */
const idempotencyMetaKey = 'portarium/idempotencyKey';

export function notSent(error: Error): CallOutcome {
  return { ok: false, certainty: 'not-sent', error: { kind: 'Unreachable', message: error.message, retryable: true } };
}

export async function callTool(
  made: Connection,
  call: ToolCall,
  onProgress: (update: Progress) => void,
): Promise<CallOutcome> {
  const { tool, arguments: args, idempotencyKey, timeoutMs, signal } = call;
  try {
    const meta = { [idempotencyMetaKey]: idempotencyKey };
    const answer = await made.callTool(tool, args, { signal, timeoutMs, maxTotalMs: timeoutMs, meta, onProgress });
    // What was mended is told as mended; everything else as it came.
    const result: ToolResult = answer.problems.length === 0 ? answer.raw : { ...answer.raw, content: answer.content };
    const output = answer.structuredContent ?? outputOf(answer.content as readonly TextBlock[]);
    if (!answer.isError) return { ok: true, output, result };
    return {
      ok: false,
      certainty: 'answered',
      result,
      error: { kind: 'ToolError', message: textOf(answer.content as readonly TextBlock[]), retryable: false },
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
  return attempt(() => parseBounded(text[0] ?? ''), { text: text[0] });
}
