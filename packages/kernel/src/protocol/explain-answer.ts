/**
 * Every error that leaves names the page that explains its kind, as `page`: in the data of a JSON-RPC error, and in the record
 * that a failed result carries in `_meta`. The text of a result stays as the seeds show it, so that no model pays for a link.
 */
import type { Result } from '@modelcontextprotocol/server';
import { isObject, type JsonObject } from '../essentials/is-object.js';
import { errorMetaKey } from '../gate/profiles/tool-error.js';

/** Where a kind is explained, as whoever asked can reach it. */
export type PageOf = (kind: string) => string;

/** What the protocol itself refuses has a code and no kind; this heading tells of the codes. */
const kindOfProtocol = 'ProtocolError';

/** A result as it is, unless it tells of a failure: its own, or that of a task. */
export function explainedResult(result: Result, pageOf: PageOf): Result {
  if (result.isError === true) return explainedFailure(result, pageOf);
  const { result: ofTask, error } = result;
  if (isObject(ofTask) && ofTask.isError === true) return { ...result, result: explainedFailure(ofTask, pageOf) };
  return isObject(error) ? { ...result, error: { ...error, data: explainedData(error.data, pageOf) } } : result;
}

/** The error itself, because the SDK and clients branch on its class. */
export function explainedError(error: unknown, pageOf: PageOf): unknown {
  if (error instanceof Error && 'code' in error && (!('data' in error) || isPlain(error.data)))
    (error as { data?: unknown }).data = explainedData((error as { data?: unknown }).data, pageOf);
  return error;
}

function explainedFailure<Failed extends Result>(result: Failed, pageOf: PageOf): Failed {
  const record = result._meta?.[errorMetaKey];
  if (!isObject(record)) return result;
  return { ...result, _meta: { ...result._meta, [errorMetaKey]: explainedData(record, pageOf) } };
}

function explainedData(data: unknown, pageOf: PageOf): unknown {
  if (!isPlain(data)) return data;
  const { kind = kindOfProtocol, page } = data ?? {};
  return typeof kind === 'string' && page === undefined ? { ...data, page: pageOf(kind) } : data;
}

function isPlain(data: unknown): data is JsonObject | undefined {
  return data === undefined || isObject(data);
}
