import type { RequestId } from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '../../essentials/is-object.js';

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
  /** What the server adds beyond the protocol: its `metadata`, and objects under `_meta` keys that end in `/progress`. */
  readonly metadata: Readonly<JsonObject>;
}

/**
 * Routes progress to the request it belongs to. The tokens are ours, not the SDK's: its parser drops `metadata`, and the
 * whole notification when `total` is null.
 */
export class ProgressRouter {
  readonly #listeners = new Map<RequestId, (progress: Progress) => void>();
  #next = 1;

  open(listener: (progress: Progress) => void): { readonly token: string; close(): void } {
    const token = `progress-${this.#next++}`;
    this.#listeners.set(token, listener);
    return { token, close: () => this.#listeners.delete(token) };
  }

  /** False when the progress belongs to no request of ours, for instance because it came after the result. */
  deliver(params: JsonObject | undefined): boolean {
    const listener = this.#listeners.get(params?.progressToken as RequestId);
    const progress = params === undefined ? undefined : progressOf(params);
    if (listener === undefined || progress === undefined) return false;
    listener(progress);
    return true;
  }
}

function progressOf(params: JsonObject): Progress | undefined {
  if (typeof params.progress !== 'number') return undefined;
  return {
    progress: params.progress,
    ...(typeof params.total === 'number' ? { total: params.total } : {}),
    ...(typeof params.message === 'string' ? { message: params.message } : {}),
    metadata: { ...metaProgress(params._meta), ...(isObject(params.metadata) ? params.metadata : {}) },
  };
}

function metaProgress(meta: unknown): JsonObject {
  if (!isObject(meta)) return {};
  const found = Object.entries(meta).filter(([key, value]) => key.endsWith('/progress') && isObject(value));
  return Object.assign({}, ...found.map(([, value]) => value)) as JsonObject;
}
