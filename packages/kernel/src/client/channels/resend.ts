import type { FetchLike } from '@modelcontextprotocol/client';

const RESET = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Sends a request once more when the connection broke before any answer. A server may close an idle connection in the
 * very moment we use it again, and under load that moment is long. A tool call is never sent twice: it may have run.
 */
export function resendingFetch(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (!isReset(error) || isToolCall(init) || init?.signal?.aborted) throw error;
      return fetch(url, init);
    }
  };
}

function isReset(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return RESET.has((error as NodeJS.ErrnoException).code ?? '') || isReset(error.cause);
}

function isToolCall(init: RequestInit | undefined): boolean {
  return typeof init?.body === 'string' && /"method"\s*:\s*"tools\/call"/.test(init.body);
}
