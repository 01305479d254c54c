import { type Operation, requestOf } from '@quadrivium/kernel';
import { newId } from '@quadrivium/kernel/essentials';
import { type PortariumClient, plain } from './portarium-client.js';
import { type RestConnection, type RestOptions, restConnection } from './rest-connection.js';

/**
 * Talks to a control plane elsewhere through its REST API. Calls are repeated when nobody answers: reading, cancelling,
 * registering and heartbeats bear that by their nature, and what takes an idempotency key is given one.
 */
export function httpClient(options: RestOptions): PortariumClient {
  return clientOver(restConnection(options));
}

function clientOver(rest: RestConnection): PortariumClient {
  return {
    call(operation, args, signal) {
      const { method, path, query, body, headers } = requestOf(operation as Operation, plain(args));
      const takesKey = operation.rest?.headers?.idempotencyKey !== undefined;
      return rest.send(method, path, {
        query,
        ...(body === undefined ? {} : { body }),
        ...(takesKey ? { idempotencyKey: headers['Idempotency-Key'] ?? newId() } : {}),
        ...(signal === undefined ? {} : { signal }),
      });
    },
    async *stream(operation, args, signal) {
      const { path, query, headers } = requestOf(operation as Operation, plain(args));
      const words = new URLSearchParams(query).toString();
      const response = await rest.open(`${path}${words === '' ? '' : `?${words}`}`, headers, signal);
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) yield decoder.decode(chunk as Uint8Array, { stream: true });
    },
  };
}
