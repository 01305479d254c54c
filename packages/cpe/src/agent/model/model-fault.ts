import { presentTime } from '@quadrivium/kernel/essentials';
import { cpeFault, Fault } from '../../faults.js';

/** The parts of an `APICallError` that matter here; asking for the class itself would load the whole library. */
interface ApiCallError extends Error {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

const BODY_CHARS = 400;

/** Whatever a provider package threw, in our words. `context.retry` says whether asking again may help. */
export function modelFault(error: unknown, model: string): Fault {
  if (error instanceof Fault) return error;
  const { statusCode, responseHeaders = {} } = error as ApiCallError;
  const said = saidMidStream(error);
  if (said !== undefined) return streamFault(said, model, error);
  if (statusCode === undefined || statusCode < 400) return connectionFault(error, model);
  if (statusCode === 401 || statusCode === 403) return refusedKey(error as ApiCallError, model);
  const retry = statusCode === 408 || statusCode === 409 || statusCode === 429 || statusCode >= 500;
  const retryAfterMs = retryAfter(responseHeaders);
  return cpeFault('ModelFailed', `The provider of ${model} answered ${statusCode}: ${saidBy(error as ApiCallError)}`, {
    context: { model, status: statusCode, retry, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
    ...(retryAfterMs === undefined || !retry ? {} : { suggestion: waitAdvice(retryAfterMs) }),
    cause: error,
  });
}

/** The wait that was asked for, in words: one that is too long is left to the person who asked. */
function waitAdvice(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const time = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `The provider asks to wait ${time} before the next try.`;
}

interface Said {
  readonly type: string;
  readonly message: string;
}

/** A provider that has begun to answer says what is wrong inside the stream, without a status. */
function saidMidStream(error: unknown): Said | undefined {
  if (error instanceof Error || typeof error !== 'object' || error === null) return undefined;
  const { error: inner = error } = error as { error?: unknown };
  const { type, code, message } = (inner ?? {}) as Record<string, unknown>;
  const kind = typeof type === 'string' ? type : code;
  if (kind === undefined && typeof message !== 'string') return undefined;
  return { type: String(kind ?? 'error'), message: typeof message === 'string' ? message : JSON.stringify(inner) };
}

/** Kinds of errors that the same request meets again, however often it is sent. */
const LASTING =
  /invalid|authenti|permission|not_found|too_large|billing|context_length|quota|policy|unsupported|^4(?!08|09|29)\d\d$/i;

function streamFault({ type, message }: Said, model: string, cause: unknown): Fault {
  const retry = !LASTING.test(type);
  return cpeFault(
    'ModelFailed',
    `The provider of ${model} gave up in the middle of its answer (${type}): ${message.slice(0, BODY_CHARS)}`,
    { context: { model, retry }, cause },
  );
}

function refusedKey(error: ApiCallError, model: string): Fault {
  return new Fault('Unauthorized', `The provider of ${model} refused the key (${error.statusCode}): ${saidBy(error)}`, {
    context: { model, status: error.statusCode },
    suggestion: 'Check the variable named by api_key_env, and whether the key may use this model.',
    cause: error,
  });
}

/** Network errors hide their reason in a chain of causes. An answer that cannot be read is worth one more try too. */
function connectionFault(error: unknown, model: string): Fault {
  const reasons: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException;
    const text = each.message === '' ? String(code ?? each.name) : each.message;
    if (!reasons.includes(text)) reasons.push(text);
  }
  if (reasons.length === 0) reasons.push(typeof error === 'string' ? error : JSON.stringify(error));
  return cpeFault(
    'ModelFailed',
    `The provider of ${model} cannot be used: ${reasons.join(': ').slice(0, BODY_CHARS)}`,
    {
      context: { model, retry: true },
      cause: error,
    },
  );
}

function saidBy({ message, responseBody }: ApiCallError): string {
  return (message === '' ? (responseBody ?? '') : message).slice(0, BODY_CHARS);
}

/** Milliseconds that the provider asks us to wait. */
export function retryAfter(headers: Readonly<Record<string, string>>, now = presentTime()): number | undefined {
  const exact = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && exact >= 0) return exact;
  const given = headers['retry-after'];
  if (given === undefined) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
