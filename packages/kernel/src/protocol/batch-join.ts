import type { RequestId } from '@modelcontextprotocol/server';

import type { WireError, WireMessage } from '../wire/json-rpc.js';
import type { InboundSingle } from './normalise.js';

/** Holds the answers to one batch back until all are there, because a batch is answered with one array. */
export class BatchJoin {
  readonly #open = new Map<RequestId, OpenBatch>();

  /** Registers a batch; returns the array to write when it is complete at once (nothing but broken entries). */
  add(entries: readonly InboundSingle[]): readonly WireMessage[] | undefined {
    const batch: OpenBatch = { waiting: new Set(), answers: [] };
    for (const entry of entries) {
      if (entry.kind === 'answer') batch.answers.push(entry.response);
      if (entry.kind === 'deliver' && 'method' in entry.message && 'id' in entry.message) {
        batch.waiting.add(entry.message.id);
        this.#open.set(entry.message.id, batch);
      }
    }
    return complete(batch);
  }

  /** True when the answer belongs to a batch and is kept; `full` is set once it was the last one. */
  keep(response: WireMessage): { readonly kept: boolean; readonly full?: readonly WireMessage[] } {
    if (this.#open.size === 0 || 'method' in response || response.id === undefined || response.id === null) {
      return { kept: false };
    }
    return this.#settle(response.id, response);
  }

  /** A cancelled request is never answered, so its batch must not wait for it. */
  cancelled(id: RequestId): readonly WireMessage[] | undefined {
    return this.#open.size === 0 ? undefined : this.#settle(id, undefined).full;
  }

  #settle(id: RequestId, response: WireMessage | undefined) {
    const batch = this.#open.get(id);
    if (batch === undefined) return { kept: false };
    this.#open.delete(id);
    batch.waiting.delete(id);
    if (response !== undefined) batch.answers.push(response);
    const full = complete(batch);
    return full === undefined ? { kept: true } : { kept: true, full };
  }
}

interface OpenBatch {
  readonly waiting: Set<RequestId>;
  readonly answers: (WireMessage | WireError)[];
}

/** A batch of notifications only is complete and has nothing to say. */
function complete(batch: OpenBatch): readonly WireMessage[] | undefined {
  return batch.waiting.size === 0 && batch.answers.length > 0 ? batch.answers : undefined;
}
