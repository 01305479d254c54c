import { isObject } from '@quadrivium/kernel/is-object';

/** What went wrong, in the words of whoever refused: the same four parts for REST, for tools and for a dead line. */
export interface Trouble {
  readonly kind: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly context?: unknown;
  readonly status?: number;
}

export class WireError extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.message);
    this.name = 'WireError';
    this.trouble = trouble;
  }
}

export function troubleOf(error: unknown): Trouble {
  if (error instanceof WireError) return error.trouble;
  // The browser's word for "nobody answered"; it says no more than that.
  if (error instanceof TypeError) return unreachable;
  if (error instanceof SyntaxError) return { kind: 'NotJson', message: error.message };
  return { kind: 'Unexpected', message: error instanceof Error ? error.message : String(error) };
}

/** Whether the line broke, was given up, or the server said no: nothing of that is a defect of this page. */
export function isLost(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException || error instanceof WireError;
}

/** What a tool of another server said went wrong, where it said so as a record of its own: a person reads its words. */
export function inItsWords(trouble: Trouble): Trouble {
  const said = recordIn(trouble.message);
  if (typeof said?.message !== 'string') return trouble;
  const { message, suggestion = trouble.suggestion } = said;
  return { ...trouble, message, ...(typeof suggestion === 'string' ? { suggestion } : {}) };
}

function recordIn(text: string): Record<string, unknown> | undefined {
  try {
    const said: unknown = JSON.parse(text);
    return isObject(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

const unreachable: Trouble = {
  kind: 'Unreachable',
  message: 'The server does not answer.',
  suggestion: 'See whether "quadrivium up" still runs; this page goes on by itself once it does.',
};

/** An answer that says no: RFC 9457 from the control plane, JSON-RPC from everything else. */
export function refusal(status: number, body: unknown): WireError {
  const said = isObject(body) ? body : {};
  if (isObject(said.error)) return rpcRefusal(said.error as RpcError, status);
  const message = String(said.detail ?? said.title ?? `The server answered ${status}.`);
  return new WireError({
    kind: typeof said.code === 'string' ? said.code : 'HttpStatus',
    message: said.errors === undefined ? message : `${message} ${fieldErrors(said.errors)}`,
    status,
    ...(typeof said.suggestion === 'string' ? { suggestion: said.suggestion } : {}),
    ...(said.context === undefined ? {} : { context: said.context }),
  });
}

interface RpcError {
  readonly message?: string;
  readonly data?: unknown;
}

export function rpcRefusal({ message, data }: RpcError, status?: number): WireError {
  const details = isObject(data) ? data : {};
  return new WireError({
    kind: typeof details.kind === 'string' ? details.kind : status === 401 ? 'Unauthenticated' : 'RpcError',
    message: message ?? 'The call was refused.',
    ...(status === undefined ? {} : { status }),
    ...(typeof details.suggestion === 'string' ? { suggestion: details.suggestion } : {}),
    ...(data === undefined ? {} : { context: data }),
  });
}

function fieldErrors(errors: unknown): string {
  return Object.entries(errors as Record<string, readonly string[]>)
    .map(([field, words]) => `${field} ${words.join(', ')}.`)
    .join(' ');
}
